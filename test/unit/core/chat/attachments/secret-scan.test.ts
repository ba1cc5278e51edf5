import assert from 'node:assert/strict';
import { secretSign } from '../../../../../src/core/chat/attachments/secret-scan.ts';

describe('the sign of a secret', () => {
  for (const name of [
    '.env',
    '.env.local',
    'prod.env',
    'id_rsa',
    'id_ed25519_work',
    'id_ecdsa_sk',
    'server.key',
    'cert.PEM',
    '.npmrc',
    '.netrc',
    '_netrc',
    '.dockercfg',
    '.dockerconfigjson',
    'credentials',
    'secrets.yaml',
    'service-account-prod.json',
    'vault.kdbx',
    'main.tfvars',
    'terraform.tfvars',
    'prod.auto.tfvars.json',
    'terraform.tfstate',
    '.env~',
    '.env.bak',
    '.env (1)',
    '.env.swp',
    '..env.swp',
    '#.env#',
    '.pgpass.old',
    '.npmrc.orig',
    '.netrc-backup',
    'id_rsa.bak',
    'id_rsa.20250101',
    'store.p12.bak~',
    'kubeconfig',
    'kubeconfig.yaml',
    'prod.kubeconfig',
    'client.pfx',
    'release.jks',
    'serviceaccount.json',
  ]) {
    it(`is the name ${name}, in any folder`, () => {
      assert.equal(secretSign(`/home/a/${name}`, ''), 'name');
      assert.equal(secretSign(`c:\\a\\${name}`, ''), 'name');
    });
  }

  for (const path of [
    '.docker/config.json',
    '.kube/config',
    '.ssh/work',
    '.ssh/keys/work',
    '.ssh/id_rsa.sample',
    '.kube/config.bak',
    '.docker/config.json~',
    '.config/gcloud/legacy_credentials/a/adc.json',
    '.aws/config',
    '.config/gh/hosts.yml',
    '.cargo/credentials.toml',
  ]) {
    it(`is the place ${path}`, () => assert.equal(secretSign(`/home/a/${path}`, ''), 'name'));
  }

  for (const [how, name] of [
    ['in capitals', '.ENV'],
    ['with a dot or a blank at its end, as Windows drops them', '.env. .'],
    ['with a stream of Windows', '.env::$DATA'],
    ['with a letter that nobody sees', '.e\u200Cnv'],
    ['with a colon in it, which is a letter elsewhere', 'a:b.pem'],
    ['in letters of another width', '.\uFF45\uFF4E\uFF56'],
    ['with a long s', 'credential\u017F'],
  ] as const) {
    it(`is a name that is spelled otherwise: ${how}`, () => assert.equal(secretSign(`/a/${name}`, ''), 'name'));
  }

  for (const name of [
    '.env.example',
    '.env.sample',
    '.env.template',
    'id_rsa.pub',
    '.ssh/known_hosts',
    '.ssh/known_hosts.old',
    'id_rsa.sample',
    '.env.example.bak',
    '.git/config',
    'notes.bak',
    'copy',
    'a-1',
    '.ssh/id_rsa.pub',
    'env.ts',
    'keys.ts',
    'monkey',
    'secrets.ts',
    '.envoy',
    'package.json',
    'config.json',
    'docker/config.json',
    '\u017Fettings.json',
  ]) {
    it(`is not the name ${name}`, () => assert.equal(secretSign(`/src/${name}`, 'const a = 1;'), null));
  }

  // Put together here, so that no file of ours looks like one that holds a secret.
  const key = (frame: string): string => ['-----BEGIN ', frame, 'KEY-----'].join('');
  const base64 = (text: string): string => Buffer.from(text).toString('base64url');
  const header = base64('{"alg":"HS256","typ":"JWT"}');
  const payload = base64('{"sub":"1234567890"}');
  for (const [what, text] of [
    ['a private key', key('OPENSSH PRIVATE ')],
    ['a private key without an algorithm', key('PRIVATE ')],
    ['an encrypted private key', key('ENCRYPTED PRIVATE ')],
    ['a private key of PGP', key('PGP PRIVATE ').replace('KEY', 'KEY BLOCK')],
    ['a private key of SSH2', key('SSH2 ENCRYPTED PRIVATE ').replace('-----BEGIN', '---- BEGIN')],
    ['a private key of PuTTY', ['PuTTY-User-Key', 'File-3: ssh-ed25519'].join('-')],
    ['a private key in a line of JSON', JSON.stringify({ private_key: `${key('PRIVATE ')}\nMIIE` })],
    [
      'a private JSON Web Key',
      JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'a'.repeat(43), d: 'b'.repeat(43) }, null, 2),
    ],
    ['an access key id', `id = AKIA${'B'.repeat(16)}`],
    ['a personal access token', `token: ghp_${'a1'.repeat(18)}`],
    ['a fine-grained personal access token', `github_pat_${'a1_'.repeat(20)}`],
    ['a token of npm', `npm_${'aB3'.repeat(12)}`],
    ['a key of Google', `key=AIza${'Sy-_1'.repeat(7)}`],
    ['a live key of Stripe', `sk_live_${'4eC39Hq'.repeat(4)}`],
    ['a restricted live key of Stripe', `rk_live_${'4eC39Hq'.repeat(4)}`],
    ['a JSON Web Token', `Authorization: Bearer ${header}.${payload}.${'s'.repeat(43)}`],
    ['a JSON Web Token without a signature', `${header}.${payload}.`],
    [
      'an encrypted JSON Web Token',
      [
        base64('{"alg":"RSA-OAEP","enc":"A256GCM"}'),
        'k'.repeat(43),
        'i'.repeat(16),
        'c'.repeat(30),
        't'.repeat(22),
      ].join('.'),
    ],
    [
      'a login of Docker',
      JSON.stringify({ auths: { 'ghcr.io': { auth: Buffer.from('user:pass').toString('base64') } } }, null, '\t'),
    ],
    [
      'a login of Docker without a list',
      JSON.stringify({ 'https://index.docker.io/v1/': { auth: Buffer.from('me:word').toString('base64') } }),
    ],
    ['a token of Docker Hub', `dckr_pat_${'a-B_1'.repeat(6)}`],
    ['a login of .netrc', 'machine api.example.com login me password open-sesame'],
    ['a login of .netrc over several lines', 'machine api.example.com\n\tlogin me\n\tpassword open-sesame'],
    ['a token of .npmrc', `//registry.example.com/:_authToken=${'0a'.repeat(18)}`],
    ['a password of .npmrc', `_auth=${'YTpi'.repeat(4)}`],
    ['a key of a model', `sk-ant-api03-${'a_B-1'.repeat(19)}`],
    ['a token of PyPI', `pypi-AgEIcHlwaS5vcmc${'C'.repeat(60)}`],
    ['a token of GitLab', `glpat-${'a1_'.repeat(7)}`],
    ['a key of Groq', `gsk_${'aB3'.repeat(18)}`],
    ['a token of Hugging Face', `hf_${'aBcD'.repeat(9)}`],
    ['a private key of PKCS #1 without its frame', 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn'],
    ['a private key of PKCS #8 without its frame', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw'],
    ['an encrypted private key without its frame', 'MIIFHDBOBgkqhkiG9w0BBQ0wQTApBgkqhk'],
    ['a private key of a curve without its frame', 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0'],
    ['a short private key of a curve without its frame', 'MC4CAQAwBQYDK2VwBCIEIJ'],
    ['a private key in base64', Buffer.from(key('RSA PRIVATE ')).toString('base64')],
    ['a private key of OpenSSH in base64', Buffer.from(key('OPENSSH PRIVATE ')).toString('base64')],
    [
      'a password in the address of a repository',
      '[remote "origin"]\n\turl = https://me:s3cr3t-w0rd@git.example/a.git',
    ],
    ['a token in the address of a repository', `url = https://${'0a1b'.repeat(10)}@git.example/a.git`],
    ['a password in the address of a database', 'DATABASE_URL=postgres://app:hunter2@db.internal:5432/app'],
    ['what git sends along', `extraheader = AUTHORIZATION: basic ${Buffer.from('x:token-1234567').toString('base64')}`],
    [
      'the account of a service',
      JSON.stringify({ type: 'service_account', private_key: `${key('PRIVATE ')}\nMIIE`, client_email: 'a@b' }),
    ],
    ['a token of Slack', `xoxb-${'1234567890-'.repeat(3)}`],
  ] as const) {
    it(`is ${what} in the text`, () => assert.equal(secretSign('/src/a.ts', `first\n${text}\nlast`), 'text'));
  }

  for (const [what, text] of [
    ['a public key', key('PUBLIC ')],
    ['a certificate', '-----BEGIN CERTIFICATE-----'],
    ['a certificate without its frame', 'MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa'],
    ['a public key without its frame', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'],
    ['a certificate in base64', Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64')],
    [
      'an address with a port, with a name alone, or with a place for a password',
      'http://localhost:3000/@scope https://me@git.example/a.git postgres://user:password@host https://${USER}:${TOKEN}@a.example https://<name>:<token>@a.example',
    ],
    ['a page about a header', 'Send `Authorization: Bearer your-access-token-here` with it.'],
    ['a public JSON Web Key', JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'a'.repeat(43) })],
    [
      'words that begin alike',
      'sk-short ghp_short AKIA npm_config_registry npm_package_name AIza sk_live_ eyJ pk_live',
    ],
    [
      'a source map',
      `//# sourceMappingURL=data:application/json;base64,${base64('{"version":3,"sources":["a.ts"],"mappings":"AAAA"}')}`,
    ],
    ['a token that stands elsewhere', '//registry.example.com/:_authToken=${NPM_TOKEN}'],
    ['a sentence about a machine', 'This machine asks for your login and a password, in this order.'],
    ['a field of a program', '_auth = authenticate(user)\n    _password = config.password\n{"auth": "required"}'],
  ] as const) {
    it(`is not ${what}`, () => assert.equal(secretSign('/src/a.ts', text), null));
  }

  it('is looked for in time that grows as the text does, whatever the text', () => {
    const beginnings = [
      'eyJ',
      'eyJ-',
      'eyJaaaaaaaaaa. ',
      '-----BEGIN A ',
      'machine a login b ',
      '"kty":"RSA"',
      '"auth":"',
      'sk-a ',
      'sk_live',
      'npm_',
      'machine ',
      'a.',
      ' ',
      '\n_auth',
      '1',
      '/:_auth ',
    ];
    const taken = (text: string): number => {
      const start = process.hrtime.bigint();
      assert.equal(secretSign('/a', text), null);
      return Number(process.hrtime.bigint() - start);
    };
    for (const beginning of beginnings) {
      // Four times the text takes four times as long; what went over it again for every letter would take sixteen.
      const text = beginning.repeat(Math.ceil(25_000 / beginning.length));
      const runs = Array.from({ length: 9 }, () => ({ once: taken(text), fourTimes: taken(text.repeat(4)) }));
      const ratio = Math.min(...runs.map(({ fourTimes }) => fourTimes)) / Math.min(...runs.map(({ once }) => once));
      assert.equal(ratio < 10, true, `${beginning}: ${ratio}`);
    }
  });
});
