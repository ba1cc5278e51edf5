import assert from 'node:assert/strict';
import { type AuthorizationCode, claimCode, parseCallback } from '../../../../src/core/account/oauth.ts';
import { accountNameOf, type Session } from '../../../../src/core/account/session.ts';
import {
  BusinessLoginError,
  createCompletion,
  isAlive,
  type SessionKeeper,
  type SignedIn,
} from '../../../../src/core/account/sign-in.ts';
import type { Connection } from '../../../../src/core/service/http/connection.ts';
import { failureOf } from '../../../../src/core/service/failure/errors.ts';
import { keeperOf, passThrough, uncancelled } from '../../../support/sign-in/completed-sign-in.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import {
  cut,
  json,
  type LoopbackServer,
  type Reply,
  silence,
  startLoopbackServer,
  text,
} from '../../../support/servers/loopback-server.ts';
import { audience, connectTo, failureIn, profileOf } from '../../../support/fakes/service-connection.ts';

const state = 'f'.repeat(32);

function proof(): AuthorizationCode {
  const callback = parseCallback(`code=c&state=${state}`);
  const claimed =
    callback.kind === 'code'
      ? claimCode(callback, { provider: 'primary', state, redirectUri: 'http://127.0.0.1:1/callback' })
      : null;
  return claimed ?? assert.fail();
}

const replies = {
  '/api/v1/oauth/token': json({
    code: 0,
    data: { primary: { access_token: 'access-1' }, user: { id: 'user-1' }, token: 'plan-1' },
  }),
  '/api/auth/z/login': json({ code: 0, data: { access_token: 'business-1' } }),
  '/api/oauth/userinfo': json({ sub: 'user-1', name: 'Ada' }),
};

function startService(changes: Partial<Record<keyof typeof replies, Reply>> = {}): Promise<LoopbackServer> {
  const script = new Map<string, Reply>(Object.entries({ ...replies, ...changes }));
  return startLoopbackServer(({ target }) => script.get(target) ?? text('', 404));
}

const connected = (server: LoopbackServer, clock = new FakeClock()): Connection =>
  connectTo(profileOf(server.origin), clock);

function signIn(
  server: LoopbackServer,
  connection = connected(server),
  kept: Session[] = [],
  attempt = uncancelled,
): Promise<SignedIn | null> {
  return createCompletion(connection, passThrough, keeperOf(kept)).complete(
    proof(),
    () => Promise.resolve(true),
    attempt,
  );
}

/** The session with its name, once all that was under way for it has come to its end. */
async function established(server: LoopbackServer): Promise<Session> {
  const signedIn = (await signIn(server)) ?? assert.fail('The state was used before.');
  return signedIn.named;
}

async function loginErrorIn(signedIn: Promise<unknown>): Promise<BusinessLoginError> {
  const error: unknown = await signedIn.catch((caught: unknown) => caught);
  assert.ok(error instanceof BusinessLoginError);
  return error;
}

describe('the account of a sign-in', () => {
  const accountOf = async (
    changes: Partial<Record<keyof typeof replies, Reply>>,
    clock: FakeClock,
  ): Promise<Session> => {
    await using server = await startService(changes);
    return (await signIn(server, connected(server, clock)))?.session ?? assert.fail();
  };

  it('is the same whenever the service names the same person, and says when they signed in', async () => {
    const [first, second] = [await accountOf({}, new FakeClock(5)), await accountOf({}, new FakeClock(9))];
    assert.deepEqual([first.generation, second.generation], [5, 9]);
    assert.equal(first.account, second.account);
    assert.equal(first.account, await accountNameOf(audience, 'primary', 'user-1'));
    assert.notEqual(first.account, await accountNameOf(audience, 'secondary', 'user-1'));
    assert.notEqual(first.account, await accountNameOf('another service', 'primary', 'user-1'));
  });

  const nameless = { '/api/v1/oauth/token': json({ code: 0, data: { primary: { access_token: 'access-1' } } }) };
  const nobody = { ...nameless, '/api/oauth/userinfo': text('', 403) };

  it('is that of the person whom user info names where the exchange does not, which is asked once', async () => {
    await using server = await startService(nameless);
    const { session, named } = (await signIn(server)) ?? assert.fail();
    assert.equal(session.account, await accountNameOf(audience, 'primary', 'user-1'));
    assert.deepEqual((await named).user, { sub: 'user-1', name: 'Ada' });
    assert.equal(server.requests.filter(({ target }) => target === '/api/oauth/userinfo').length, 1);
  });

  it('is one and the same where the service names nobody, so that readings go on from one sign-in to the next', async () => {
    const [first, second] = [await accountOf(nobody, new FakeClock(5)), await accountOf(nobody, new FakeClock(9))];
    assert.match(first.account, /^[0-9a-f]{32}$/);
    assert.deepEqual([second.account, first.user], [first.account, null]);
    assert.notEqual(first.account, await accountNameOf(audience, 'secondary', ''));
    assert.notEqual(first.account, await accountNameOf('another service', 'primary', ''));
  });

  it('waits three seconds for a name that does not come, and no longer', async () => {
    const clock = new FakeClock();
    await using server = await startService({ ...nameless, '/api/oauth/userinfo': silence });
    const signedIn = signIn(server, connected(server, clock));
    await server.received(2);
    clock.advance(3000);
    const { session } = (await signedIn) ?? assert.fail();
    assert.deepEqual([session.account, session.user], [(await accountOf(nobody, new FakeClock())).account, null]);
  });
});

describe('signing in', () => {
  it('exchanges the code, logs in, reads user info, in this order, once each', async () => {
    await using server = await startService();
    const session = await established(server);
    assert.deepEqual(
      server.requests.map(({ target }) => target),
      Object.keys(replies),
    );
    assert.equal(server.requests[1]?.body, '{"token":"access-1"}');
    assert.equal(session.provider, 'primary');
    assert.equal(session.audience, audience);
    assert.deepEqual(
      [session.accessToken.reveal(), session.businessToken.reveal(), session.planCredential?.reveal()],
      ['access-1', 'business-1', 'plan-1'],
    );
    assert.deepEqual(session.user, { sub: 'user-1', name: 'Ada' });
  });

  it('is whole without user info: the exchange has named the user', async () => {
    for (const reply of [text('', 401), text('', 404), json({ nothing: true })]) {
      await using server = await startService({ '/api/oauth/userinfo': reply });
      assert.deepEqual((await established(server)).user, { sub: 'user-1' });
    }
  });

  it('is whole also where nobody named the user', async () => {
    await using server = await startService({
      '/api/v1/oauth/token': json({ code: 0, data: { primary: { access_token: 'access-1' } } }),
      '/api/oauth/userinfo': text('', 403),
    });
    const { user, planCredential } = await established(server);
    assert.deepEqual([user, planCredential], [null, null]);
  });

  it('does not wait for user info that hangs, and takes the name when it comes', async () => {
    await using server = await startService({ '/api/oauth/userinfo': silence });
    const current = new AbortController();
    const kept: Session[] = [];
    const signedIn =
      (await signIn(server, connectTo(profileOf(server.origin), new FakeClock(), current.signal), kept)) ??
      assert.fail();
    assert.deepEqual(
      kept.map(({ user }) => user),
      [{ sub: 'user-1' }],
    );
    await server.received(2);
    current.abort();
    assert.deepEqual(
      (await signedIn.named).user,
      { sub: 'user-1' },
      'the end of the service takes the name along, not the session',
    );
  });

  it('gives the name to whoever keeps the session, after the store has it', async () => {
    await using server = await startService();
    const order: string[] = [];
    const saved = Promise.withResolvers<undefined>();
    const keeper: SessionKeeper = {
      keep: () => Promise.resolve({ saved: saved.promise.then(() => void order.push('saved')) }),
      name: (session, { name }) =>
        Promise.resolve(void order.push(`${session.businessToken.reveal()} is ${String(name)}`)),
    };
    const { complete } = createCompletion(connected(server), passThrough, keeper);
    const signedIn = (await complete(proof(), () => Promise.resolve(true), uncancelled)) ?? assert.fail();
    order.push('signed in');
    saved.resolve(undefined);
    await signedIn.named;
    assert.deepEqual(order, ['signed in', 'saved', 'business-1 is Ada']);
  });

  it('ends with the exchange where that fails', async () => {
    await using server = await startService({ '/api/v1/oauth/token': json({ code: 2007, success: false }, 500) });
    assert.deepEqual(await failureIn(signIn(server)), { kind: 'codeExpired' });
    assert.equal(server.requests.length, 1);
  });

  it('ends with the business login where that fails', async () => {
    await using server = await startService({ '/api/auth/z/login': cut });
    assert.deepEqual(await failureIn(signIn(server)), { kind: 'cut' });
    assert.equal(server.requests.length, 2);
  });

  it('is in use nowhere where it was cancelled, or its service changed, before the session was there', async () => {
    await using server = await startService();
    const kept: Session[] = [];
    assert.deepEqual(
      await failureIn(signIn(server, connected(server), kept, { ...uncancelled, commit: () => false })),
      { kind: 'stopped' },
    );
    const current = new AbortController();
    const changing = { ...uncancelled, commit: () => true };
    const connection = connectTo(profileOf(server.origin), new FakeClock(), current.signal);
    const failure = failureIn(signIn(server, connection, kept, changing));
    await server.received(2);
    current.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
    assert.deepEqual(kept, []);
  });
});

describe('a business login that failed', () => {
  it('is made again alone: the code is not exchanged once more', async () => {
    const logins = [text('', 502), cut, json({ code: 0, data: { access_token: 'business-1' } })];
    await using server = await startLoopbackServer(
      ({ target }) =>
        (target === '/api/auth/z/login'
          ? logins.shift()
          : new Map<string, Reply>(Object.entries(replies)).get(target)) ?? text('', 404),
    );
    const connection = connected(server);
    const kept: Session[] = [];
    const { complete, tryAgain } = createCompletion(connection, passThrough, keeperOf(kept));
    const first = await loginErrorIn(complete(proof(), () => Promise.resolve(true), uncancelled));
    assert.deepEqual(first.failure.kind, 'serviceTrouble');
    const second = await loginErrorIn(tryAgain(first.exchanged, uncancelled));
    const { session, named } = await tryAgain(second.exchanged, uncancelled);
    await named;
    assert.deepEqual(kept, [session]);
    assert.deepEqual([session.accessToken.reveal(), session.planCredential?.reveal()], ['access-1', 'plan-1']);
    assert.deepEqual(
      server.requests.map(({ target }) => target.split('/').at(-1)),
      ['token', 'login', 'login', 'login', 'userinfo'],
    );
  });

  it('is not worth another try where the token itself was refused', async () => {
    for (const [reply, kind] of [
      [json({ code: 401, success: false }, 401), 'tokenRefused'],
      [json({ code: 403 }, 403), 'forbidden'],
    ] as const) {
      await using server = await startService({ '/api/auth/z/login': reply });
      const error: unknown = await signIn(server).catch((caught: unknown) => caught);
      assert.equal(error instanceof BusinessLoginError, false);
      assert.equal(failureOf(error)?.kind, kind);
    }
  });

  it('can be made again as long as the access token lives, where its lifetime is known, and while its service is connected', async () => {
    const token = (lifetime: unknown): Reply =>
      json({ code: 0, data: { primary: { access_token: 'access-1' }, expires_in: lifetime } });
    for (const [lifetime, milliseconds, alive] of [
      [60, 59_999, true],
      [60, 60_000, false],
      [null, 1e9, true],
      ['soon', 1e9, true],
      [-1, 1e9, true],
    ] as const) {
      await using server = await startService({ '/api/v1/oauth/token': token(lifetime), '/api/auth/z/login': cut });
      const clock = new FakeClock();
      const current = new AbortController();
      const { exchanged } = await loginErrorIn(
        signIn(server, connectTo(profileOf(server.origin), clock, current.signal)),
      );
      clock.advance(milliseconds);
      assert.equal(isAlive(exchanged), alive, String(lifetime));
      current.abort();
      assert.equal(isAlive(exchanged), false);
    }
  });
});
