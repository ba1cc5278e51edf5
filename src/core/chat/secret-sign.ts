// Knows which names and which first lines of a file look like a secret: so that a person is asked before it is sent. It
// is a guess in both directions, never a guarantee.

export type SecretSign = 'name' | 'text';

/** Whole file names, in lower case. */
const secretNames = new Set([
  '.envrc', '.git-credentials', '.htpasswd', '.netrc', '_netrc', '.npmrc', '.pgpass', '.pypirc', '.dockercfg', '.yarnrc.yml',
  'credentials', 'credentials.json', 'kubeconfig', 'secrets.json', 'secrets.yaml', 'secrets.yml', 'secrets.toml', 'terraform.tfstate',
]);

const secretPatterns: readonly RegExp[] = [
  /^\.env(?:\..+)?$/,
  /^.+\.env$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_.+)?$/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfvars)$/,
  /^service[-_]?account.*\.json$/,
];

/** Names that would match above but are made to be shared. */
const sharedPattern = /\.(?:example|sample|template|dist|defaults?)$/;

/** Beginnings of keys and tokens whose makers gave them a mark, and private keys in PEM. */
const secretTexts: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{50,}|glpat-[\w-]{20,}|xox[abpr]-[\w-]{20,}|sk-[\w-]{32,})/,
];

/** What makes a file look like a secret, by its name first; null where nothing does. `path` may hold either slash. */
export function secretSign(path: string, text: string): SecretSign | null {
  const name = (path.split(/[/\\]/).at(-1) ?? path).toLowerCase();
  const looksSecret = secretNames.has(name) || secretPatterns.some((pattern) => pattern.test(name));
  if (looksSecret && !sharedPattern.test(name)) return 'name';
  return secretTexts.some((pattern) => pattern.test(text)) ? 'text' : null;
}
