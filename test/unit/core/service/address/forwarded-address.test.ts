// What becomes of an address on the machine of the extension host where the person's browser is on another.
import assert from 'node:assert/strict';
import { forwardedAddress, isForwarded, keepsPort } from '../../../../../src/core/service/address/forwarded-address.ts';

describe('a forwarded address', () => {
  it("is one of the extension host's own machine with a port", () => {
    for (const address of ['http://localhost:3000/a', 'https://127.0.0.1:8443/', 'http://0.0.0.0:5000/'])
      assert.equal(isForwarded(address), true, address);
    for (const address of [
      'http://localhost/',
      'https://docs.example:3000/',
      'mailto:a@localhost',
      'http://[::1]:3000/',
    ])
      assert.equal(isForwarded(address), false, address);
  });

  it('keeps what follows the site byte for byte', () => {
    assert.equal(
      forwardedAddress('http://localhost:3000/a%2Fb?c=%23d+e#%25', 'https://relay.example/proxy/3000/'),
      'https://relay.example/proxy/3000/a%2Fb?c=%23d+e#%25',
    );
    assert.equal(forwardedAddress('http://127.0.0.1:3000/?', 'http://127.0.0.1:3000'), 'http://127.0.0.1:3000/?');
    assert.equal(forwardedAddress('http://localhost:3000/C%23', 'http://127.0.0.1:3000'), 'http://127.0.0.1:3000/C%23');
  });

  it('is none where VS Code would forward it once more, to another port', () => {
    assert.equal(forwardedAddress('http://localhost:3000/', 'http://127.0.0.1:45123'), null);
  });

  it('is the same for a browser only where its port is, on a machine that it takes for its own', () => {
    const address = 'http://127.0.0.1:3000/callback';
    assert.equal(keepsPort(address, 'http://127.0.0.1:3000/'), true);
    assert.equal(keepsPort(address, 'http://localhost:3000'), true);
    for (const base of [
      'http://127.0.0.1:3001/',
      'https://localhost:3000/',
      'https://relay.example/proxy/3000/',
      'http://10.0.0.2:3000/',
    ])
      assert.equal(keepsPort(address, base), false, base);
  });
});
