// Over real sockets.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import {
  type AuthorizationCode,
  type AuthorizeRequest,
  authorizeUrl,
  claimCode,
  createState,
  exchangeCode,
  fetchBusinessToken,
  offersProvider,
  parseCallback,
} from '../../../../src/core/account/oauth.ts';
import { failureOf, type Failure } from '../../../../src/core/service/failure/errors.ts';
import { equalInFull, Secret } from '../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { cut, html, json, type Reply, startLoopbackServer, text } from '../../../support/servers/loopback-server.ts';
import { connectTo, failureIn, profileOf } from '../../../support/fakes/service-connection.ts';
import { unsendable } from '../../../support/samples/unsendable-text.ts';

const state = '0123456789abcdef0123456789abcdef';
const request: AuthorizeRequest = { provider: 'primary', state, redirectUri: 'http://127.0.0.1:4711/callback' };

/** A code that was claimed as the flow does it; there is no other way to one. */
function proofFor(attempt: AuthorizeRequest): AuthorizationCode {
  const callback = parseCallback(`code=the-code&state=${attempt.state}`);
  assert.equal(callback.kind, 'code');
  const proof = claimCode(callback, attempt);
  assert.notEqual(proof, null);
  return proof ?? assert.fail();
}

describe('the state', () => {
  it('is 32 hexadecimal characters of what the secure source gave [8 state length]', () => {
    const asked: number[] = [];
    const made = createState((count) => {
      asked.push(count);
      return Uint8Array.from({ length: count }, (_, index) => index * 16 + 1);
    });
    assert.deepEqual(asked, [16]);
    assert.equal(made, '0111213141' + '5161718191a1b1c1d1e1f1');
    assert.match(
      createState((count) => webcrypto.getRandomValues(new Uint8Array(count))),
      /^[0-9a-f]{32}$/,
    );
  });
});

describe('the authorize address', () => {
  const profile = profileOf('https://base.example', {
    authUrl: 'https://auth.example',
    altAuthUrl: 'https://alt-auth.example/sso/',
    altAppId: 'app 2',
  });

  it('of the primary provider carries exactly four parameters [4.1 response_type, client_id, redirect_uri, state, no scope][5.1][5.10]', () => {
    const url = new URL(authorizeUrl(profile, request));
    assert.equal(`${url.origin}${url.pathname}`, 'https://auth.example/api/oauth/authorize');
    assert.deepEqual(
      [...url.searchParams],
      [
        ['response_type', 'code'],
        ['client_id', 'client-1'],
        ['redirect_uri', 'http://127.0.0.1:4711/callback'],
        ['state', state],
      ],
    );
  });

  it('of the secondary provider carries the same four to its own login page, with its application id [4.2 second provider]', () => {
    const url = new URL(authorizeUrl(profile, { ...request, provider: 'secondary' }));
    assert.equal(`${url.origin}${url.pathname}`, 'https://alt-auth.example/sso/login');
    assert.deepEqual(
      [...url.searchParams],
      [
        ['response_type', 'code'],
        ['client_id', 'app 2'],
        ['redirect_uri', 'http://127.0.0.1:4711/callback'],
        ['state', state],
      ],
    );
  });

  it('of the secondary provider has the names and values that the profile gives them', () => {
    const renamed = profileOf('https://base.example', {
      altAuthUrl: 'https://alt-auth.example',
      altAppId: 'app 2',
      altAuthorizeParameters: { appid: '{clientId}', redirect: '{redirectUri}', state: '{state}', theme: 'dark' },
    });
    const marked = {
      ...request,
      provider: 'secondary',
      redirectUri: 'http://127.0.0.1:4711/callback?q={state}',
    } as const;
    assert.deepEqual(
      [...new URL(authorizeUrl(renamed, marked)).searchParams],
      [
        ['appid', 'app 2'],
        ['redirect', 'http://127.0.0.1:4711/callback?q={state}'],
        ['state', state],
        ['theme', 'dark'],
      ],
    );
  });

  it('does not exist for a provider that the profile calls inactive', () => {
    const inactive = profileOf('https://base.example', { inactiveProviders: ['primary'] });
    assert.throws(
      () => authorizeUrl(inactive, request),
      (error: unknown) => failureOf(error)?.kind === 'providerInactive',
    );
  });

  it('keeps a redirect URI with a query of its own whole', () => {
    const redirectUri = 'https://host.example/callback?vscode-reqid=1&vscode-scheme=code#part';
    const url = new URL(authorizeUrl(profile, { ...request, redirectUri }));
    assert.equal(url.searchParams.get('redirect_uri'), redirectUri);
    assert.equal([...url.searchParams].length, 4);
  });

  it('does not exist for a secondary provider that the profile does not describe whole', () => {
    for (const changes of [{}, { altAppId: 'a' }, { altAuthUrl: 'https://alt.example' }]) {
      const lacking = profileOf('https://base.example', changes);
      assert.equal(offersProvider(lacking, 'secondary'), false);
      assert.throws(
        () => authorizeUrl(lacking, { ...request, provider: 'secondary' }),
        (error: unknown) => failureOf(error)?.kind === 'providerInactive',
      );
    }
    assert.equal(offersProvider(profile, 'secondary'), true);
    assert.equal(offersProvider(profileOf('https://base.example'), 'primary'), true);
  });
});

describe('a callback', () => {
  it('with a code and a state is a code [2.2 code, state][6 redirect only]', () => {
    for (const query of [`code=a%20b&state=${state}`, `?code=a+b&state=${state}&windowId=3`]) {
      const callback = parseCallback(query);
      assert.equal(callback.kind, 'code');
      assert.deepEqual([callback.code.reveal(), callback.state], ['a b', state]);
    }
  });

  it('is decoded once', () => {
    const callback = parseCallback(`code=%2541&state=${state}`);
    assert.equal(callback.kind === 'code' && callback.code.reveal(), '%41');
  });

  it('does not print its code', () => {
    assert.equal(JSON.stringify(parseCallback(`code=the-code&state=${state}`)).includes('the-code'), false);
  });

  it('with an error is a denial, also beside a code and without a state [2.2 error]', () => {
    assert.deepEqual(parseCallback(`error=access_denied&state=${state}`), {
      kind: 'denied',
      error: 'access_denied',
      state,
    });
    assert.deepEqual(parseCallback('error=access_denied'), { kind: 'denied', error: 'access_denied', state: null });
    assert.deepEqual(parseCallback(`error=access_denied&code=x&state=${state}`), {
      kind: 'denied',
      error: 'access_denied',
      state,
    });
  });

  const long = 'x'.repeat(4097);
  for (const [what, query] of [
    ['nothing in it', ''],
    ['a code alone', 'code=x'],
    ['a state alone', `state=${state}`],
    ['an empty code', `code=&state=${state}`],
    ['an empty state', 'code=x&state='],
    ['an empty error', `error=&code=x&state=${state}`],
    ['two codes', `code=x&code=y&state=${state}`],
    ['two equal states', `code=x&state=${state}&state=${state}`],
    ['two errors', 'error=a&error=b'],
    ['a second code in encoded letters', `code=x&%63ode=y&state=${state}`],
    ['an oversized code', `code=${long}&state=${state}`],
    ['an oversized state', `code=x&state=${long}`],
    ['an oversized error', `error=${long}`],
    ['parameters in capitals', `CODE=x&STATE=${state}`],
  ] as const) {
    it(`with ${what} is malformed`, () => assert.deepEqual(parseCallback(query), { kind: 'malformed' }));
  }

  it('takes parameters up to 4096 characters', () => {
    assert.equal(parseCallback(`code=${long.slice(1)}&state=${state}`).kind, 'code');
  });
});

describe('a code', () => {
  const claim = (given: string): AuthorizationCode | null => {
    const callback = parseCallback(`code=the-code&state=${given}`);
    return callback.kind === 'code' ? claimCode(callback, request) : assert.fail();
  };

  it('belongs to the attempt whose state came back, and takes provider and redirect URI from it', () => {
    const proof = claim(state);
    assert.equal(proof?.code.reveal(), 'the-code');
    assert.deepEqual(proof.request, request);
  });

  it('is refused with a state that differs, be it by one character, by length or by case [3 state mismatch][7.1 state mismatch]', () => {
    for (const other of [
      `1${state.slice(1)}`,
      `${state.slice(0, -1)}0`,
      state.slice(1),
      `${state}0`,
      state.toUpperCase(),
    ]) {
      assert.equal(claim(other), null, other);
    }
  });

  it('is compared in full', () => {
    assert.equal(equalInFull('', ''), true);
    assert.equal(equalInFull('abc', 'abc'), true);
    assert.equal(equalInFull('abc', 'abd'), false);
    assert.equal(equalInFull('abc', 'ab'), false);
    assert.equal(equalInFull('ab', 'abc'), false);
    assert.equal(equalInFull('abc', ''), false);
  });
});

const granted = {
  code: 0,
  msg: '',
  success: true,
  data: { primary: { access_token: 'access-1', refresh_token: null }, expires_in: null },
};

describe('the token exchange', () => {
  it('sends the four fields to the token endpoint, once and without a credential [4.2 provider, code, redirect_uri, state][5.2][9 path version]', async () => {
    await using server = await startLoopbackServer(() => json(granted));
    await exchangeCode(connectTo(profileOf(server.origin), new FakeClock()), proofFor(request), null);
    assert.equal(server.requests.length, 1);
    const [sent] = server.requests;
    assert.equal(`${String(sent?.method)} ${String(sent?.target)}`, 'POST /api/v1/oauth/token');
    assert.deepEqual(JSON.parse(sent?.body ?? ''), {
      provider: 'primary',
      code: 'the-code',
      redirect_uri: 'http://127.0.0.1:4711/callback',
      state,
    });
    assert.equal(sent?.headers.authorization, undefined);
  });

  async function exchanged(reply: Reply, attempt: AuthorizeRequest = request): Promise<unknown> {
    await using server = await startLoopbackServer(() => reply);
    const connection = connectTo(profileOf(server.origin), new FakeClock());
    const { accessToken, planCredential, userId } = await exchangeCode(connection, proofFor(attempt), null);
    return { accessToken: accessToken.reveal(), planCredential: planCredential?.reveal() ?? null, userId };
  }

  it('yields the access token of the provider that was asked for [2.3 access_token][1 two providers][3 code accepted]', async () => {
    assert.deepEqual(await exchanged(json(granted)), { accessToken: 'access-1', planCredential: null, userId: null });
    const both = { code: 0, data: { primary: { access_token: 'p' }, secondary: { access_token: 's' } } };
    assert.deepEqual(await exchanged(json(both), { ...request, provider: 'secondary' }), {
      accessToken: 's',
      planCredential: null,
      userId: null,
    });
  });

  it("yields the user id and the plan host's credential where they are sent [2.3 user.id, token][5.9]", async () => {
    const whole = { ...granted, data: { ...granted.data, user: { id: 'user-1' }, token: 'plan-1' } };
    assert.deepEqual(await exchanged(json(whole)), {
      accessToken: 'access-1',
      planCredential: 'plan-1',
      userId: 'user-1',
    });
  });

  it('has no use for a refresh token or a lifetime, be they there or not [2.3 refresh_token, expires_in]', async () => {
    for (const extras of [{ refresh_token: null }, { refresh_token: 'r-1' }, {}]) {
      for (const expires of [{ expires_in: null }, { expires_in: 60 }, {}]) {
        const data = { primary: { access_token: 'access-1', ...extras }, ...expires };
        assert.deepEqual(await exchanged(json({ code: 0, data })), {
          accessToken: 'access-1',
          planCredential: null,
          userId: null,
        });
      }
    }
  });

  for (const [name, text] of unsendable) {
    it(`refuses an access token that no header can carry, and knows no credential of the plan host that none can: ${name}`, async () => {
      await using server = await startLoopbackServer(() =>
        json({ code: 0, data: { primary: { access_token: text } } }),
      );
      const failure = await failureIn(
        exchangeCode(connectTo(profileOf(server.origin), new FakeClock()), proofFor(request), null),
      );
      assert.deepEqual(failure, { kind: 'unexpectedAnswer', what: 'schema' });
      assert.deepEqual(await exchanged(json({ ...granted, data: { ...granted.data, token: text } })), {
        accessToken: 'access-1',
        planCredential: null,
        userId: null,
      });
    });
  }

  it('survives extras of another type', async () => {
    const odd = { ...granted, data: { ...granted.data, user: 'me', token: '' } };
    assert.deepEqual(await exchanged(json(odd)), { accessToken: 'access-1', planCredential: null, userId: null });
  });

  const failures: readonly (readonly [sentence: string, reply: Reply, failure: Failure])[] = [
    [
      'says that the code expired (500 with 2007)',
      json({ code: 2007, msg: 'code expired', success: false }, 500),
      { kind: 'codeExpired' },
    ],
    ['says that the code expired under HTTP 200 too', json({ code: 2007, success: false }), { kind: 'codeExpired' }],
    [
      'is refused with its code',
      json({ code: 1001, success: false }),
      { kind: 'requestRefused', status: 200, code: '1001' },
    ],
    [
      'is refused by status',
      json({ code: 400, success: false }, 400),
      { kind: 'requestRefused', status: 400, code: '400' },
    ],
    [
      'finds no token of its provider',
      json({ code: 0, data: { secondary: { access_token: 'x' } } }),
      { kind: 'unexpectedAnswer', what: 'schema' },
    ],
    [
      'finds an empty token',
      json({ code: 0, data: { primary: { access_token: '' } } }),
      { kind: 'unexpectedAnswer', what: 'schema' },
    ],
    ['finds no data', json({ code: 0, data: null }), { kind: 'unexpectedAnswer', what: 'schema' }],
    [
      'meets trouble, and is not repeated',
      json({ code: 500 }, 500),
      { kind: 'serviceTrouble', status: 500, retryAt: null },
    ],
    ['meets a cut connection, and is not repeated [8 code validity]', cut, { kind: 'cut' }],
    [
      'meets a redirect',
      text('', 302, { location: 'https://elsewhere.example' }),
      { kind: 'unexpectedAnswer', what: 'redirect' },
    ],
  ];
  for (const [sentence, reply, failure] of failures) {
    it(`fails where it ${sentence}`, async () => {
      await using server = await startLoopbackServer(() => reply);
      const connection = connectTo(profileOf(server.origin), new FakeClock());
      assert.deepEqual(await failureIn(exchangeCode(connection, proofFor(request), null)), failure);
      assert.equal(server.requests.length, 1);
    });
  }

  it('fails as an inactive provider where the profile says what that looks like', async () => {
    for (const sign of ['3001', 'Provider is not active']) {
      await using server = await startLoopbackServer(() =>
        json({ code: 3001, msg: 'Provider is not active', success: false }, 400),
      );
      const profile = profileOf(server.origin, { refusals: { providerInactive: [sign] } });
      const failure = await failureIn(exchangeCode(connectTo(profile, new FakeClock()), proofFor(request), null));
      assert.deepEqual(failure, { kind: 'providerInactive' });
    }
  });

  it("meets a network's login page", async () => {
    await using server = await startLoopbackServer(() => html());
    const connection = connectTo(profileOf(server.origin), new FakeClock());
    assert.deepEqual(await failureIn(exchangeCode(connection, proofFor(request), null)), {
      kind: 'loginPage',
      host: server.host,
    });
  });
});

describe('the business login', () => {
  it('yields any text that is sent as a token, as it is: nothing looks inside [2.4 opaque]', async () => {
    for (const text of ['a.b.c', 'eyJhbGciOiJIUzUxMiJ9.e30.', 'not-a-token', '{}', '"', 'x'.repeat(8000)]) {
      await using server = await startLoopbackServer(() => json({ code: 200, data: { access_token: text } }));
      const token = await fetchBusinessToken(
        connectTo(profileOf(server.origin), new FakeClock()),
        new Secret('access-1'),
        null,
      );
      assert.equal(token.reveal(), text);
    }
  });

  for (const [name, text] of unsendable) {
    it(`refuses a token that no header can carry: ${name}`, async () => {
      await using server = await startLoopbackServer(() => json({ code: 200, data: { access_token: text } }));
      const connection = connectTo(profileOf(server.origin), new FakeClock());
      assert.deepEqual(await failureIn(fetchBusinessToken(connection, new Secret('access-1'), null)), {
        kind: 'unexpectedAnswer',
        what: 'schema',
      });
    });
  }

  it('sends the access token in its body and yields the business token [4.3][5.3][2.4 access_token, expires_in]', async () => {
    await using server = await startLoopbackServer(() =>
      json({ code: 200, msg: 'ok', success: true, data: { access_token: 'business-1', expires_in: null } }),
    );
    const token = await fetchBusinessToken(
      connectTo(profileOf(server.origin), new FakeClock()),
      new Secret('access-1'),
      null,
    );
    assert.equal(token.reveal(), 'business-1');
    const [sent] = server.requests;
    assert.equal(`${String(sent?.method)} ${String(sent?.target)}`, 'POST /api/auth/z/login');
    assert.equal(sent?.body, '{"token":"access-1"}');
    assert.equal(sent.headers.authorization, undefined);
  });

  const failures: readonly (readonly [sentence: string, reply: Reply, failure: Failure])[] = [
    ['the access token is refused', json({ code: 401, success: false }, 401), { kind: 'tokenRefused' }],
    ['the envelope says no', json({ code: 1, success: false }), { kind: 'requestRefused', status: 200, code: '1' }],
    ['no token comes back', json({ code: 0, data: {} }), { kind: 'unexpectedAnswer', what: 'schema' }],
    [
      'the service has trouble, and is not asked again',
      text('', 503),
      { kind: 'serviceTrouble', status: 503, retryAt: null },
    ],
  ];
  for (const [sentence, reply, failure] of failures) {
    it(`fails where ${sentence}`, async () => {
      await using server = await startLoopbackServer(() => reply);
      const connection = connectTo(profileOf(server.origin), new FakeClock());
      assert.deepEqual(await failureIn(fetchBusinessToken(connection, new Secret('access-1'), null)), failure);
      assert.equal(server.requests.length, 1);
    });
  }
});
