// What a person reads before a profile that others wrote is connected.
import assert from 'node:assert/strict';
import { embeddedDemo } from '../../../../src/core/service/profile/embedded-demo.ts';
import { profileOf, serviceFor } from '../../../support/fakes/service-connection.ts';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';

const { confirmLinked, confirmSites, unshowable } = await import('../../../../src/host/service/profile-review.ts');

const linked = profileOf('https://api.example.com', {
  name: 'Acme',
  authUrl: 'https://login.example.com',
  altApiUrl: 'https://api.example.com:8443/keys',
  models: [{ id: 'large-1', name: 'Large 1', contextWindow: 200_000, images: true }, { id: 'small-1' }],
  redirectShapes: ['loopback'],
});
const fields = [
  'Name (name): Acme',
  'Sign-in page (authUrl): https://login.example.com',
  'Token exchange and plan billing (baseUrl): https://api.example.com',
  'Business login, plan and messages (apiUrl): https://api.example.com',
  'Messages that an API key pays for (altApiUrl): https://api.example.com:8443/keys',
  'Application id (clientId): client-1',
  'Model (models): large-1, name Large 1, contextWindow 200000, images, tools',
  'Model (models): small-1, tools',
  'redirectShapes: ["loopback"]',
];
const warning = 'A link asks for this. Go on only if you found the link on a page of the service itself.';

describe('a profile that a link brings', () => {
  const { showWarningMessage } = standIn.window;
  const question = (): [unknown, string[]] => {
    const [text, options] = shown;
    assert.ok(typeof options === 'object' && options !== null && 'detail' in options);
    return [text, String(options.detail).split('\n')];
  };
  beforeEach(() => (shown.length = 0));
  afterEach(() => (standIn.window.showWarningMessage = showWarningMessage));

  it('is shown whole, and nothing comes of it where nobody says yes', async () => {
    assert.equal(await confirmLinked(null, linked, []), false);
    assert.deepEqual(question(), ['Connect to Acme?', [warning, '', ...fields, '']]);
  });

  it('is connected where the person says so', async () => {
    standIn.window.showWarningMessage = (...given: unknown[]) => Promise.resolve(given[3] as undefined);
    assert.equal(await confirmLinked(null, linked, []), true);
  });

  it('never replaces a service silently, be it the demo or the same one with another profile', async () => {
    const now = 'Anything in progress ends, and the current profile is removed from your settings.';
    const other = profileOf('https://other.example', { name: 'Other' });
    await confirmLinked(serviceFor(other), linked, []);
    assert.deepEqual(question(), ['Replace Other with Acme?', [warning, '', ...fields, '', 'Now: other.example', now]]);
    shown.length = 0;
    await confirmLinked({ profile: { ...other, name: 'Demo' }, audience: embeddedDemo }, linked, []);
    assert.equal(question()[0], 'Replace Demo with Acme?');
    shown.length = 0;
    await confirmLinked(serviceFor({ ...linked, models: other.models }), linked, []);
    assert.equal(question()[0], 'Change the profile of Acme?');
  });

  it('says what of it is not known', async () => {
    await confirmLinked(null, linked, ['altApiURL', '[x](command:y)']);
    assert.equal(
      question()[1].at(-1),
      'Tidemark knows no such fields, and left them out: altApiURL, [x]\u200a(command:y).',
    );
  });

  it('is not taken where a field cannot be shown to the letter', () => {
    assert.deepEqual(unshowable(linked), []);
    const kinds = (changes: Readonly<Record<string, unknown>>): string[] =>
      unshowable(profileOf('https://api.example.com', changes)).map(({ where, fault }) => `${where}: ${fault.kind}`);
    assert.deepEqual(kinds({ clientId: 'client\u202e-1' }), ['clientId: notShowable']);
    assert.deepEqual(kinds({ name: '$(zap) Acme' }), ['name: notShowable']);
    assert.deepEqual(kinds({ planUrl: `https://api.example.com/${'a'.repeat(500)}` }), ['planUrl: notShowable']);
    assert.deepEqual(kinds({ models: Array.from({ length: 60 }, (_, index) => ({ id: `m-${index}` })) }), [
      ': notShowable',
    ]);
  });
});

describe('a profile whose hosts belong to several owners', () => {
  const { showWarningMessage } = standIn.window;
  beforeEach(() => (shown.length = 0));
  afterEach(() => (standIn.window.showWarningMessage = showWarningMessage));
  const mixed = profileOf('https://evil.test', { name: 'Acme', authUrl: 'https://login.example.com' });

  it('is asked about once more, with each owner by name', async () => {
    assert.equal(await confirmSites(mixed), false);
    const [text, options] = shown;
    assert.equal(text, 'The addresses of Acme belong to different domains. Do you trust all of them?');
    assert.ok(typeof options === 'object' && options !== null && 'detail' in options);
    const [first, second] = String(options.detail).split('\n');
    assert.deepEqual(
      [first, second],
      [
        'example.com: Sign-in page (authUrl)',
        'evil.test: Token exchange and plan billing (baseUrl), Business login, plan and messages (apiUrl)',
      ],
    );
    standIn.window.showWarningMessage = (...given: unknown[]) => Promise.resolve(given[3] as undefined);
    assert.equal(await confirmSites(mixed), true);
  });

  it('is not asked about where one owner has them all', async () => {
    assert.equal(await confirmSites(linked), true);
    assert.deepEqual(shown, []);
  });
});
