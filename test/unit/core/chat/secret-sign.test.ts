// Knows which files a person is asked about before they are attached.
import assert from 'node:assert/strict';
import { secretSign } from '../../../../src/core/chat/secret-sign.ts';

describe('the sign of a secret', () => {
  for (const name of ['.env', '.env.local', 'prod.env', 'id_rsa', 'id_ed25519_work', 'server.key', 'cert.PEM', '.npmrc', '.netrc', 'credentials', 'secrets.yaml', 'service-account-prod.json', 'vault.kdbx', 'main.tfvars']) {
    it(`is the name ${name}, in any folder`, () => {
      assert.equal(secretSign(`/home/a/${name}`, ''), 'name');
      assert.equal(secretSign(`c:\\a\\${name}`, ''), 'name');
    });
  }

  for (const name of ['.env.example', '.env.sample', '.env.template', 'id_rsa.pub', 'env.ts', 'keys.ts', 'monkey', 'secrets.ts', '.envoy', 'package.json']) {
    it(`is not the name ${name}`, () => assert.equal(secretSign(`/src/${name}`, 'const a = 1;'), null));
  }

  // Put together here, so that no file of ours looks like one that holds a secret.
  const begin = ['-----BEGIN', 'KEY-----'];
  for (const [what, text] of [
    ['a private key', `${begin[0]} OPENSSH PRIVATE ${begin[1]}`],
    ['a private key without an algorithm', `${begin[0]} PRIVATE ${begin[1]}`],
    ['an access key id', `id = AKIA${'B'.repeat(16)}`],
    ['a personal access token', `token: ghp_${'a1'.repeat(18)}`],
  ] as const) {
    it(`is ${what} in the text`, () => assert.equal(secretSign('/src/a.ts', `first\n${text}\nlast`), 'text'));
  }

  it('is neither a public key nor a word that begins alike', () => {
    assert.equal(secretSign('/a.txt', `${begin[0]} PUBLIC ${begin[1]}`), null);
    assert.equal(secretSign('/a.txt', 'sk-short ghp_short AKIA'), null);
  });
});
