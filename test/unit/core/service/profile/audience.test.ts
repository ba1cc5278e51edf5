import assert from 'node:assert/strict';
import {
  audienceOf,
  keyAddressOf,
  mayReceive,
  olderKeyReceiver,
  wasNamed,
} from '../../../../../src/core/service/profile/audience.ts';
import { embeddedDemo } from '../../../../../src/core/service/profile/embedded-demo.ts';
import { profileOf, serviceFor } from '../../../../support/fakes/service-connection.ts';

/** Addresses that have much in common: hosts, paths that begin alike, ports of this machine, schemes. */
const alike = [
  'https://a.example',
  'https://a.example/x',
  'https://a.example/xy',
  'https://a.example:444',
  'https://b.a.example',
  'http://127.0.0.1:4100',
  'http://127.0.0.1:4101',
  'http://127.0.0.1:4101/x',
  'http://localhost:4100',
];

describe('the audience of tokens', () => {
  it('is never the same for two profiles that differ in an address to which a token is sent', () => {
    const audiences = alike.flatMap((authUrl) =>
      alike.flatMap((baseUrl) =>
        alike.flatMap((apiUrl) => [
          audienceOf(profileOf('https://a.example', { authUrl, baseUrl, apiUrl })),
          ...alike.flatMap((other) =>
            [{ altApiUrl: other }, { planUrl: other }, { planMessagesUrl: other }].flatMap((changes) =>
              // An address that says what holds without it makes no difference.
              [apiUrl, baseUrl].includes(other)
                ? []
                : [audienceOf(profileOf('https://a.example', { authUrl, baseUrl, apiUrl, ...changes }))],
            ),
          ),
        ]),
      ),
    );
    assert.equal(audiences.length > 10_000, true);
    assert.equal(new Set(audiences).size, audiences.length);
  });

  it('is another for another application, and the same for other models, names and words', () => {
    const known = audienceOf(profileOf('https://a.example'));
    assert.notEqual(audienceOf(profileOf('https://a.example', { clientId: 'client-2' })), known);
    assert.equal(audienceOf(profileOf('https://a.example', { name: 'Acme', models: [{ id: 'm-2' }] })), known);
  });

  it('is what no profile can make of the demo inside Tidemark', () => {
    for (const clientId of [embeddedDemo, `"${embeddedDemo}"`, 'client-1'])
      assert.notEqual(audienceOf(profileOf('http://127.0.0.1:4100', { clientId })), embeddedDemo);
  });
});

describe('an address of the service', () => {
  const service = serviceFor(
    profileOf('https://a.example/x', {
      planMessagesUrl: 'https://plan.example/coding',
      altAuthUrl: 'https://b.example',
    }),
  );

  it('receives the token where it lies under one to which tokens are sent, and nowhere beside it', () => {
    const may = (url: string): boolean => mayReceive(service, service.audience, url);
    for (const url of [
      'https://a.example/x/api/z?q=1',
      'https://a.example/x',
      'https://plan.example/coding/v1/messages',
    ])
      assert.equal(may(url), true, url);
    for (const url of [
      'https://a.example/',
      'https://a.example/xy/api',
      'https://a.example/x/../y',
      'https://a.example:444/x/api',
      'http://a.example/x/api',
      'https://plan.example/v1/messages',
      // The person's browser goes there, and no token does.
      'https://b.example/api',
    ])
      assert.equal(may(url), false, url);
  });

  it('receives no token of another service, and a key of its own address', () => {
    assert.equal(
      mayReceive(service, serviceFor(profileOf('https://a.example')).audience, 'https://a.example/x/api'),
      false,
    );
    assert.equal(mayReceive(service, 'https://key.example/a', 'https://key.example/a/v1/messages'), true);
    assert.equal(mayReceive(service, 'https://key.example/a', 'https://key.example/ab/v1/messages'), false);
  });
});

describe('the receiver of an API key', () => {
  it("is the address that the person or the profile wrote, and the demo's own name inside Tidemark", () => {
    const profile = profileOf('https://a.example', { altApiUrl: 'https://key.example/x' });
    assert.deepEqual(keyAddressOf(serviceFor(profile), null), {
      base: 'https://key.example/x/api/compat',
      receiver: 'https://key.example/x',
    });
    assert.deepEqual(keyAddressOf(serviceFor(profile), 'https://own.example/v'), {
      base: 'https://own.example/v',
      receiver: 'https://own.example/v',
    });
    assert.deepEqual(keyAddressOf({ profile, audience: embeddedDemo }, null)?.receiver, embeddedDemo);
    assert.equal(keyAddressOf(serviceFor(profileOf('https://a.example')), null), null);
  });
});

describe('a name that an earlier version stored', () => {
  const hosts = 'client-1 auth.example base.example api.example:8443';
  const addresses = {
    authUrl: 'https://auth.example',
    baseUrl: 'https://base.example',
    apiUrl: 'https://api.example:8443',
  };
  const at = (changes: Readonly<Record<string, unknown>>) =>
    serviceFor(profileOf('https://auth.example', { ...addresses, ...changes }));

  it('means the service whose addresses are those hosts and nothing more', () => {
    assert.equal(wasNamed(at({}), hosts), true);
  });

  it('means none with a path, none on this machine, no other host, port or application', () => {
    for (const changes of [
      { apiUrl: 'https://api.example:8443/v2' },
      { authUrl: 'https://auth.example/x' },
      { apiUrl: 'https://api.example' },
      { planUrl: 'https://plan.example' },
      { clientId: 'client-2' },
    ])
      assert.equal(wasNamed(at(changes), hosts), false, JSON.stringify(changes));
    assert.equal(wasNamed(serviceFor(profileOf('http://127.0.0.1:4100')), 'client-1 127.0.0.1'), false);
  });

  it('means the demo inside Tidemark where it is the one that is connected, at whatever port', () => {
    const profile = profileOf('http://127.0.0.1:4100/auth');
    assert.equal(wasNamed({ profile, audience: embeddedDemo }, 'client-1 127.0.0.1'), true);
  });

  it('of a key means an address without a path, elsewhere than on this machine, and the demo inside Tidemark', () => {
    const older = (altApiUrl: string, ownBase: string | null = null): string | null => {
      const service = serviceFor(profileOf('https://a.example', { altApiUrl }));
      const address = keyAddressOf(service, ownBase) ?? assert.fail();
      return olderKeyReceiver(service, address);
    };
    assert.equal(older('https://key.example'), 'key.example');
    assert.equal(older('https://key.example:8443'), 'key.example:8443');
    assert.equal(older('https://key.example', 'https://own.example'), 'own.example');
    assert.equal(older('https://key.example', 'https://own.example/v1'), null);
    assert.equal(older('https://key.example/x'), null);
    assert.equal(older('http://127.0.0.1:4100'), null);
    const profile = profileOf('http://127.0.0.1:4100', { altApiUrl: 'http://127.0.0.1:4100/alt' });
    const demo = { profile, audience: embeddedDemo };
    assert.equal(olderKeyReceiver(demo, keyAddressOf(demo, null) ?? assert.fail()), '127.0.0.1');
  });
});
