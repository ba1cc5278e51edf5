import assert from 'node:assert/strict';
import { embeddedDemo } from '../../../../src/core/service/profile/embedded-demo.ts';
import { profileOf, serviceFor } from '../../../support/fakes/service-connection.ts';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';

const { mayReplace } = await import('../../../../src/host/service/replacing.ts');

const acme = serviceFor(profileOf('https://acme.example', { name: 'Acme', apiUrl: 'https://api.acme.example:8443' }));

describe('a profile that would replace a service', () => {
  const { showWarningMessage } = standIn.window;
  beforeEach(() => (shown.length = 0));
  afterEach(() => (standIn.window.showWarningMessage = showWarningMessage));

  it('is asked about with every host of both, and changes nothing where nobody says yes', async () => {
    const next = profileOf('https://acme.example', { name: 'Acme', authUrl: 'https://login.evil.example' });
    assert.equal(await mayReplace(acme, next), false);
    assert.deepEqual(shown.slice(0, 2), [
      'Replace Acme with Acme?',
      {
        modal: true,
        detail: [
          'Now: acme.example, api.acme.example:8443',
          'Then: login.evil.example, acme.example',
          'Anything in progress ends, and the current profile is removed from your settings.',
        ].join('\n'),
      },
    ]);
  });

  it('is asked about on another path of the same host, and on another port of this machine', async () => {
    for (const [now, then] of [
      ['https://acme.example/a', 'https://acme.example/b'],
      ['http://127.0.0.1:4100', 'http://127.0.0.1:4101'],
    ] as const)
      assert.equal(await mayReplace(serviceFor(profileOf(now)), profileOf(then)), false, then);
  });

  it('takes its place where the person says so', async () => {
    standIn.window.showWarningMessage = (...given: unknown[]) => Promise.resolve(given[3] as undefined);
    assert.equal(await mayReplace(acme, profileOf('https://other.example')), true);
  });

  it('is not asked about where nothing is lost: no service, the demo, the same service with other models', async () => {
    const profile = profileOf('https://acme.example');
    assert.equal(await mayReplace(null, profile), true);
    assert.equal(
      await mayReplace({ profile: profileOf('http://127.0.0.1:4100'), audience: embeddedDemo }, profile),
      true,
    );
    assert.equal(await mayReplace(acme, { ...acme.profile, models: profileOf('https://x.example').models }), true);
    assert.deepEqual(shown, []);
  });
});
