import assert from 'node:assert/strict';
import {
  isServiceHost,
  parseAddress,
  parseProfile,
  parseProfileText,
  providerIds,
} from '../../../../../src/core/service/profile/profile.ts';
import { profileOf } from '../../../../support/fakes/service-connection.ts';

const smallest = {
  authUrl: 'https://auth.example',
  baseUrl: 'https://base.example',
  apiUrl: 'https://api.example',
  clientId: 'client-1',
  models: [{ id: 'model-1' }],
};

function problemsOf(data: unknown): string[] {
  const parsed = parseProfile(data);
  if (parsed.kind === 'profile') return [];
  return parsed.problems.map(({ where, fault: { kind, ...details } }) =>
    [`${where}: ${kind}`, ...Object.values<unknown>(details).map(String)].join(' '),
  );
}

describe('a service profile', () => {
  it('needs three addresses, a client id and a model, and fills in the rest', () => {
    assert.deepEqual(parseProfile(smallest), {
      kind: 'profile',
      profile: {
        name: 'AI service',
        ...smallest,
        models: [{ id: 'model-1', images: false, thinking: false, tools: true }],
        words: { service: 'svc', compat: 'compat' },
        redirectShapes: ['primary-auth', 'loopback'],
        providerNames: {},
        inactiveProviders: [],
        altAuthorizeParameters: {
          response_type: 'code',
          client_id: '{clientId}',
          redirect_uri: '{redirectUri}',
          state: '{state}',
        },
        refusals: { providerInactive: [], paymentRequired: [] },
        promptCaching: true,
      },
      unknownFields: [],
    });
  });

  it('names the fields that it does not know, wherever they are, and leaves them out', () => {
    const parsed = parseProfile({
      ...smallest,
      altApiURL: 'https://alt.example',
      models: [{ id: 'model-1' }, { id: 'model-2', window: 7 }],
      words: { service: 'svc', compat: 'compat', 'a.b': '' },
      altAuthorizeParameters: { any: '{redirectUri}', name: '{state}' },
    });
    assert.ok(parsed.kind === 'profile');
    assert.deepEqual(parsed.unknownFields, ['models.1.window', 'altApiURL', 'words.a.b']);
    assert.equal('altApiURL' in parsed.profile, false);
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
      altAuthorizeParameters: { appid: '{clientId}', redirect: '{redirectUri}', state: '{state}', lang: 'en' },
      words: { service: 'acme', compat: 'other' },
      redirectShapes: ['oauth', 'secondary-auth', 'loopback'],
      providerNames: { primary: 'Home', secondary: 'Abroad' },
      inactiveProviders: ['secondary'],
      refusals: { providerInactive: ['3001'], paymentRequired: ['pay first'] },
      promptCaching: false,
      models: [
        { id: 'm', name: 'M', contextWindow: 200_000, maxOutput: 8192, images: true, thinking: true, tools: false },
      ],
    };
    assert.deepEqual(parseProfile(whole), { kind: 'profile', profile: whole, unknownFields: [] });
  });

  it('names a port to which no runtime sends a web request, also beside what else is wrong', () => {
    for (const address of [
      'https://a.example:6000',
      'http://127.0.0.1:25',
      'https://a.example:10080/base',
      'http://localhost:0',
    ]) {
      assert.deepEqual(problemsOf({ ...smallest, apiUrl: address }), ['apiUrl: blockedPort'], address);
      assert.equal(parseAddress(address), null);
    }
    assert.deepEqual(problemsOf({ ...smallest, apiUrl: 'http://a.example:25' }), [
      'apiUrl: unsafeAddress',
      'apiUrl: blockedPort',
    ]);
    assert.equal(parseAddress('https://a.example:6001'), 'https://a.example:6001');
  });

  it('takes https anywhere and http on this machine only', () => {
    for (const address of ['https://a.example', 'http://127.0.0.1:8080', 'http://localhost:2', 'http://[::1]:8']) {
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
      assert.deepEqual(problemsOf({ ...smallest, apiUrl: address }), ['apiUrl: unsafeAddress']);
      assert.equal(parseAddress(address), null);
    }
    assert.equal(parseAddress('http://[::1]:8/'), 'http://[::1]:8');
    assert.equal(parseAddress(undefined), null);
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
        'words.service: unusableWord',
      ]);
    }
  });

  it('says of each wrong field where it is and what is wrong', () => {
    assert.deepEqual(problemsOf({}), [
      'authUrl: missing',
      'baseUrl: missing',
      'apiUrl: missing',
      'clientId: missing',
      'models: missing',
    ]);
    const wrong: readonly (readonly [changes: Readonly<Record<string, unknown>>, problem: string])[] = [
      [{ clientId: 7 }, 'clientId: wrongType text'],
      [{ clientId: '' }, 'clientId: empty'],
      [{ clientId: 'x'.repeat(201) }, 'clientId: tooLong'],
      [{ models: [{ id: 'x'.repeat(129) }] }, 'models.0.id: tooLong'],
      [{ models: {} }, 'models: wrongType list'],
      [{ models: [] }, 'models: empty'],
      [{ models: ['m'] }, 'models.0: wrongType object'],
      [{ models: [{ id: 'm', thinking: 'yes' }] }, 'models.0.thinking: wrongType yesOrNo'],
      [{ models: [{ id: 'm', contextWindow: 'big' }] }, 'models.0.contextWindow: wrongType number'],
      [{ models: [{ id: 'm', contextWindow: 1.5 }] }, 'models.0.contextWindow: wrongType wholeNumber'],
      [{ models: [{ id: 'm', maxOutput: 0 }] }, 'models.0.maxOutput: notPositive'],
      [{ redirectShapes: ['elsewhere'] }, 'redirectShapes.0: notOneOf primary-auth,oauth,secondary-auth,loopback'],
      [{ redirectShapes: [] }, 'redirectShapes: empty'],
      [{ altAuthorizeParameters: { state: '{state}' } }, 'altAuthorizeParameters: placesMissing'],
      [{ altAuthorizeParameters: { '': '{state}', r: '{redirectUri}' } }, 'altAuthorizeParameters.: empty'],
    ];
    for (const [changes, problem] of wrong) assert.deepEqual(problemsOf({ ...smallest, ...changes }), [problem]);
    assert.deepEqual(problemsOf([]), [': wrongType object']);
    assert.deepEqual(problemsOf(null), [': wrongType object']);
  });

  it('is read from text, and text that is no JSON is reported as that', () => {
    assert.deepEqual(parseProfileText(JSON.stringify(smallest)), parseProfile(smallest));
    assert.deepEqual(parseProfileText('{"authUrl":'), {
      kind: 'invalid',
      problems: [{ where: '', fault: { kind: 'notJson', place: { line: 1, column: 12 } } }],
    });
    assert.deepEqual(parseProfileText(''), {
      kind: 'invalid',
      problems: [{ where: '', fault: { kind: 'notJson', place: { line: 1, column: 1 } } }],
    });
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
    for (const url of [
      'https://api.example:444/',
      'http://api.example/',
      'https://example/',
      'https://x.api.example/',
      'https://key.example/',
    ]) {
      assert.equal(isServiceHost(profile, url), false, url);
    }
  });
});
