// Which names and which text of a file look like a secret, so that a person is asked before it is sent. It is a guess
// in both directions, never a guarantee.
import { looseReadings } from './path-names.ts';

export type SecretSign = 'name' | 'text';

/** Whole file names. */
const secretNames = new Set([
  '.envrc',
  '.git-credentials',
  '.htpasswd',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pgpass',
  'pgpass.conf',
  '.my.cnf',
  '.mylogin.cnf',
  '.pypirc',
  '.dockercfg',
  '.dockerconfigjson',
  '.yarnrc.yml',
  '.s3cfg',
  '.boto',
  '.vault-token',
  '.terraformrc',
  'terraform.rc',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  'credentials',
  'credentials.json',
  '.credentials.json',
  'credentials.toml',
  'credentials.tfrc.json',
  'application_default_credentials.json',
  'local.settings.json',
  'rclone.conf',
  'secrets.json',
  'secrets.yaml',
  'secrets.yml',
  'secrets.toml',
  'wp-config.php',
  'logins.json',
  'key4.db',
]);

const secretPatterns: readonly RegExp[] = [
  /^\.env(?:\..+)?$/,
  /^.+\.env$/,
  /^kubeconfig(?:\..+)?$|\.kubeconfig$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:_.+)?$/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|bks|keystore|kdbx|ppk|asc|gpg|tfvars|tfvars\.json|tfstate|ovpn|mobileprovision)$/,
  /^service[-_]?account.*\.json$/,
];

/** Files whose name says something only together with the folder that they lie in. */
const secretPlaces = new Set([
  '.docker/config.json',
  '.kube/config',
  '.m2/settings.xml',
  '.gem/credentials',
  '.bundle/config',
  '.nuget/nuget.config',
  'gh/hosts.yml',
  '.composer/auth.json',
  'containers/auth.json',
  '.codex/auth.json',
]);

/** Folders in which every file is taken for a secret, but for what is made to be handed on. */
const secretFolders = new Set(['.ssh', '.gnupg', '.password-store', '.aws', '.azure', 'gcloud']);
const publicPattern = /^(?:known_hosts|authorized_keys)$|\.pub$/;

/** Names that would match above but are made to be shared, but for what lies in a folder of secrets. */
const sharedPattern = /\.(?:example|sample|template|dist|defaults?)$/;

/** What editors and people put behind the name of a file that they keep a copy of. */
const copyMarks =
  /(?:~|[._ -](?:bak|backup|old|orig|original|save|saved|copy|tmp|temp|prev|previous|sw[a-p]|rej|disabled|\d{1,14}|\(\d{1,3}\))){1,4}$/;

/**
 * Marks that the makers of keys and tokens gave them, with how long they are at least, as their documentation and the
 * rules of gitleaks say. No library of them fits: those that are kept well weigh more than the rest of the chat.
 *
 * A rule has no open end but one that ends the match, and none begins in the middle of its own run, so that a search
 * takes time in proportion to the text.
 *
 * @see https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml
 * @see https://docs.github.com/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
 */
const secretTexts: readonly RegExp[] = [
  // Private keys: PEM, PGP, SSH2, PuTTY, OpenSSH without its frame, age, and JSON Web Keys with their private part.
  /----[- ]?BEGIN (?:[A-Z0-9]{1,20} ){0,5}PRIVATE KEY/,
  /\bPuTTY-User-Key-File-\d/,
  /\bb3BlbnNzaC1rZXktdjE/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50}/,
  // The same without their frame, as how each begins in DER: PKCS #1, PKCS #8 plain and encrypted, and SEC 1; and with
  // it, in base64.
  /\bMII[A-Z][\w+/]{2}(?:IBAAK[BC]|IBADANBgkqhkiG9w0BAQEFAASC|BOBgkqhkiG9w0BBQ0w|BXBgkqhkiG9w0BBQ0w|AbBgkqhkiG9w0BBQ)/,
  /\bM(?:HcCAQEE|IGkAgEBBD|IGHAgEAMBMGByqGSM49|IG2AgEAMBAGByqGSM49|C4CAQAwBQYDK2V)/,
  /\bLS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0EgUFJJVkFURS|BPUEVOU1NIIFBSSVZBVE|BFQyBQUklWQVRF|BFTkNSWVBURUQgUFJJVkFUR|BEU0EgUFJJVkFURS)/,
  /"kty"\s{0,9}:\s{0,9}"(?:RSA|EC|OKP)"[^{}]{0,1000}"d"\s{0,9}:\s{0,9}"[\w-]{20}/,
  // Clouds.
  /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/,
  /\bAIza[\w-]{35}/,
  /\bGOCSPX-[\w-]{28}/,
  /\bya29\.[\w-]{20}/,
  /\bAccountKey=[A-Za-z0-9+/]{40}/,
  /\b\w{3}\dQ~[\w.~-]{31}/,
  /\bLTAI[A-Za-z0-9]{20}/,
  /\bdo[opr]_v1_[a-f0-9]{64}/,
  /\bdapi[a-f0-9]{32}/,
  // Code hosts and package registries.
  /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50})/,
  /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[\w-]{20}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\bpypi-AgE[\w-]{40}/,
  /\brubygems_[a-f0-9]{48}/,
  /\bdckr_(?:pat|oat)_[\w-]{20}/,
  /\bATATT3[\w=-]{40}/,
  // Payment, mail and messages.
  /\b[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10}/,
  /\bwhsec_[A-Za-z0-9+/]{24}/,
  /\bSG\.[\w-]{16,32}\.[\w-]{32}/,
  /\bSK[a-f0-9]{32}\b/,
  /\bxox[a-z]-[\w-]{20}|\bxapp-\d-[\w-]{20}/,
  /\bhooks\.slack\.com\/(?:services|workflows)\/[\w/]{30}/,
  /\b\d{8,10}:AA[\w-]{33}/,
  // Models and tools.
  /\bsk-[\w-]{32}/,
  /\bhf_[A-Za-z0-9]{30}/,
  /\bgsk_[A-Za-z0-9]{40}/,
  /\bxai-[A-Za-z0-9]{60}/,
  /\br8_[A-Za-z0-9]{37}/,
  /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/,
  /\bhv[bsr]\.[\w-]{24}/,
  /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40}/,
  /\b(?:lin_api_|ntn_|PMAK-|glc_|glsa_|NRAK-|sntrys_|dp\.pt\.)[\w-]{24}/,
  // JSON Web Tokens, signed or not, and encrypted ones, which have five parts.
  /(?<![\w-])eyJ[\w-]{10,}\.(?:eyJ[\w-]{8,}\.|[\w-]*\.[\w-]{10,}\.[\w-]{10,}\.[\w-]{10})/,
  // Names and passwords in addresses, as git and the drivers of databases take them, and what git sends along; no
  // placeholders.
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@"'`]{0,99}:(?!(?:pass(?:word|wd)?|pwd|secret|token|x+|\*+|\.+)@)[^\s/?#:@"'`<>{}$()[\]]{3,200}@[\w[]/i,
  /:\/\/[\w-]{32,255}@[\w[]/,
  /\b(?:[Aa]uthorization|AUTHORIZATION): (?:[Bb]asic|[Bb]earer) (?=[\w+/.-]{0,400}[\dA-Z=])[\w+/=.-]{16}/,
  // What files of credentials say, wherever their text was put: Docker's logins, .netrc and .npmrc.
  /"(?:auth|identitytoken|registrytoken)"\s{0,9}:\s{0,9}"(?=[^"]{0,400}[A-Z=])[\w+/=.-]{8}/,
  /\bmachine\s{1,9}\S{1,253}\s{1,9}(?:account\s{1,9}\S{1,99}\s{1,9})?login\s{1,9}\S{1,253}\s{1,9}(?:account\s{1,9}\S{1,99}\s{1,9})?password\s{1,9}\S/,
  /\/:_(?:authToken|auth|password)[ \t]{0,9}=[ \t]{0,9}["']?[\w+/.-]{8}/,
  /(?:^|\n)_(?:authToken|auth|password)=["']?[\w+/.-]{8}/,
];

/** What makes a file look like a secret, by its path first; null where nothing does. `path` may hold either slash. */
export function secretSign(path: string, text: string): SecretSign | null {
  if (looseReadings(path).some(areSecret)) return 'name';
  return secretTexts.some((pattern) => pattern.test(text)) ? 'text' : null;
}

/** By the names along a path. */
function areSecret(names: readonly string[]): boolean {
  const folders = names.slice(0, -1);
  const name = names.at(-1) ?? '';
  const original = name.replace(copyMarks, '');
  if (folders.some((folder) => secretFolders.has(folder))) return !publicPattern.test(original);
  if (sharedPattern.test(original)) return false;
  // Vim hides what it swaps out behind one more dot, Emacs between signs.
  const meant = [name, original, original.replace(/^\./, ''), original.replace(/^\.?#|#$/g, '')];
  return meant.some((one) => isSecretName(one) || secretPlaces.has([...folders.slice(-1), one].join('/')));
}

function isSecretName(name: string): boolean {
  return secretNames.has(name) || secretPatterns.some((pattern) => pattern.test(name));
}
