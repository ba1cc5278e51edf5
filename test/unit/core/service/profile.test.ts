// Knows what a service profile must and may say; not who brings one.
import assert from 'node:assert/strict';
import { isServiceHost, parseProfile, parseProfileText, providerIds } from '../../../../src/core/service/profile.ts';
import { profileOf } from '../../../support/service-connection.ts';

const smallest = {
  authUrl: 'https://auth.example',
  baseUrl: 'https://base.example',
  apiUrl: 'https://api.example',
  clientId: 'client-1',
  models: [{ id: 'model-1' }],
};

function problemsOf(data: unknown): string[] {
  const parsed = parseProfile(data);
  return parsed.kind === 'invalid' ? parsed.problems.map(({ where, what }) => `${where}: ${what}`) : [];
}

describe('a service profile', () => {
  it('needs three addresses, a client id and a model, and fills in the rest', () => {
    assert.deepEqual(parseProfile(smallest), {
      kind: 'profile',
      profile: {
        name: 'AI service',
        ...smallest,
        models: [{ id: 'model-1', images: false, thinking: false }],
        words: { service: 'svc', compat: 'compat' },
        redirectShapes: ['primary-auth', 'loopback'],
        providerNames: {},
        inactiveProviders: [],
        refusals: { providerInactive: [], paymentRequired: [] },
      },
    });
  });

  it('names the two providers, primary first', () => {
    assert.deepEqual(providerIds, ['primary', 'secondary']);
  });

  it('keeps every optional field as it was given', () => {
    const whole = {
      ...smallest,
      name: 'Example',
      altAuthUrl: 'https://alt-auth.example',
      altApiUrl: 'https://alt-api.example',
      planUrl: 'https://plan.example',
      planMessagesUrl: 'https://plan-api.example/coding',
      altAppId: 'app-2',
      words: { service: 'acme', compat: 'other' },
      redirectShapes: ['oauth', 'secondary-auth', 'loopback'],
      providerNames: { primary: 'Home', secondary: 'Abroad' },
      inactiveProviders: ['secondary'],
      refusals: { providerInactive: ['3001'], paymentRequired: ['pay first'] },
      models: [{ id: 'm', name: 'M', contextWindow: 200_000, maxOutput: 8192, images: true, thinking: true }],
    };
    assert.deepEqual(parseProfile(whole), { kind: 'profile', profile: whole });
  });

  it('leaves out fields that it does not know', () => {
    assert.equal('motto' in profileOf('https://x.example', { motto: 'later' }), false);
  });

  it('takes https anywhere and http on this machine only', () => {
    for (const address of ['https://a.example', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:9']) {
      assert.equal(profileOf('https://x.example', { apiUrl: address }).apiUrl, address);
    }
    const unsafe = [
      'http://a.example',
      'http://127.0.0.1.a.example',
      'http://127.0.0.2',
      'ftp://a.example',
      'file:///etc',
      'a.example',
      '',
      'https://user@a.example',
      'https://:secret@a.example',
      'https://a.example/?q=1',
      'https://a.example/#part',
    ];
    for (const address of unsafe) {
      assert.deepEqual(problemsOf({ ...smallest, apiUrl: address }), [
        'apiUrl: must be an https address, or http on this machine (127.0.0.1)',
      ]);
    }
  });

  it('keeps addresses in one form to which a path can be appended', () => {
    const forms = [
      ['https://a.example/', 'https://a.example'],
      ['https://a.example/base//', 'https://a.example/base'],
      [' https://A.example ', 'https://a.example'],
      ['https://a.example/base?', 'https://a.example/base'],
      ['https://a.example#', 'https://a.example'],
      ['https://例え.example', 'https://xn--r8jz45g.example'],
    ] as const;
    for (const [given, kept] of forms) assert.equal(profileOf('https://x.example', { apiUrl: given }).apiUrl, kept);
  });

  it('lets nothing but a short word into header names and paths', () => {
    for (const word of ['svc', 'a', 'Acme2', 'my-word', 'a'.repeat(32)]) {
      assert.equal(profileOf('https://x.example', { words: { service: word, compat: 'c' } }).words.service, word);
    }
    for (const word of ['', '2acme', 'a b', 'a/b', 'a\r\nb', '-a', 'a-', 'ä', 'a'.repeat(33)]) {
      assert.deepEqual(problemsOf({ ...smallest, words: { service: word, compat: 'c' } }), [
        'words.service: must be a short word of letters and digits',
      ]);
    }
  });

  it('says of each wrong field where it stands and what is wrong', () => {
    assert.deepEqual(problemsOf({}), [
      'authUrl: is missing',
      'baseUrl: is missing',
      'apiUrl: is missing',
      'clientId: is missing',
      'models: is missing',
    ]);
    assert.deepEqual(problemsOf({ ...smallest, clientId: 7 }), ['clientId: must be of type string']);
    assert.deepEqual(problemsOf({ ...smallest, clientId: '' }), ['clientId: is too small or empty']);
    assert.deepEqual(problemsOf({ ...smallest, clientId: 'x'.repeat(201) }), ['clientId: is too long']);
    assert.deepEqual(problemsOf({ ...smallest, models: [] }), ['models: must name at least one model']);
    assert.deepEqual(problemsOf({ ...smallest, models: [{ id: 'm', contextWindow: 1.5 }] }), [
      'models.0.contextWindow: must be a whole number',
    ]);
    assert.deepEqual(problemsOf({ ...smallest, models: [{ id: 'm', maxOutput: 0 }] }), ['models.0.maxOutput: is too small or empty']);
    assert.deepEqual(problemsOf({ ...smallest, redirectShapes: ['elsewhere'] }), [
      'redirectShapes.0: must be one of primary-auth, oauth, secondary-auth, loopback',
    ]);
    assert.deepEqual(problemsOf({ ...smallest, redirectShapes: [] }), ['redirectShapes: is too small or empty']);
    assert.deepEqual(problemsOf([]), [': must be of type object']);
    assert.deepEqual(problemsOf(null), [': must be of type object']);
  });

  it('is read from text, and text that is no JSON is told as that', () => {
    assert.deepEqual(parseProfileText(JSON.stringify(smallest)), parseProfile(smallest));
    assert.deepEqual(parseProfileText('{"authUrl":'), { kind: 'invalid', problems: [{ where: '', what: 'is not JSON' }] });
    assert.deepEqual(parseProfileText(''), { kind: 'invalid', problems: [{ where: '', what: 'is not JSON' }] });
  });
});

describe('the hosts of a profile', () => {
  const profile = profileOf('https://x.example', {
    authUrl: 'https://auth.example',
    baseUrl: 'https://base.example',
    apiUrl: 'https://api.example',
    altAuthUrl: 'https://alt-auth.example',
    altApiUrl: 'https://alt-api.example',
    planUrl: 'https://plan.example',
    planMessagesUrl: 'https://plan-api.example/coding',
  });

  it('are the origins of all its addresses, whatever the path', () => {
    for (const name of ['auth', 'base', 'api', 'alt-auth', 'alt-api', 'plan', 'plan-api']) {
      assert.equal(isServiceHost(profile, `https://${name}.example/any/path?q=1`), true, name);
    }
  });

  it('are nobody else: neither another port, scheme, parent nor child', () => {
    for (const url of ['https://api.example:444/', 'http://api.example/', 'https://example/', 'https://x.api.example/', 'https://key.example/']) {
      assert.equal(isServiceHost(profile, url), false, url);
    }
  });
});
