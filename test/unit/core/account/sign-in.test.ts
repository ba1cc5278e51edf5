// Knows the requests that turn a code into a session, their order, and which of them may fail.
import assert from 'node:assert/strict';
import { type AuthorizationCode, claimCode, parseCallback } from '../../../../src/core/account/oauth.ts';
import type { Session } from '../../../../src/core/account/session.ts';
import { establishSession } from '../../../../src/core/account/sign-in.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { cut, json, type LoopbackServer, type Reply, startLoopbackServer, text } from '../../../support/loopback-server.ts';
import { connectTo, failureIn, profileOf } from '../../../support/service-connection.ts';

const state = 'f'.repeat(32);

function proof(): AuthorizationCode {
  const callback = parseCallback(`code=c&state=${state}`);
  const claimed = callback.kind === 'code' ? claimCode(callback, { provider: 'primary', state, redirectUri: 'http://127.0.0.1:1/callback' }) : null;
  return claimed ?? assert.fail();
}

const replies = {
  '/api/v1/oauth/token': json({ code: 0, data: { primary: { access_token: 'access-1' }, user: { id: 'user-1' }, token: 'plan-1' } }),
  '/api/auth/z/login': json({ code: 0, data: { access_token: 'business-1' } }),
  '/api/oauth/userinfo': json({ sub: 'user-1', name: 'Ada' }),
};

function startService(changes: Partial<Record<keyof typeof replies, Reply>> = {}): Promise<LoopbackServer> {
  const script = new Map<string, Reply>(Object.entries({ ...replies, ...changes }));
  return startLoopbackServer(({ target }) => script.get(target) ?? text('', 404));
}

function establish(server: LoopbackServer, signal: AbortSignal | null = null): Promise<Session> {
  return establishSession(connectTo(profileOf(server.origin), new FakeClock()), proof(), signal);
}

describe('signing in', () => {
  it('exchanges the code, logs in, reads user info, in this order, once each', async () => {
    await using server = await startService();
    const session = await establish(server);
    assert.deepEqual(server.requests.map(({ target }) => target), Object.keys(replies));
    assert.equal(server.requests[1]?.body, '{"token":"access-1"}');
    assert.equal(session.provider, 'primary');
    assert.deepEqual(
      [session.accessToken.reveal(), session.businessToken.reveal(), session.planCredential?.reveal()],
      ['access-1', 'business-1', 'plan-1'],
    );
    assert.deepEqual(session.user, { sub: 'user-1', name: 'Ada' });
  });

  it('is whole without user info: the exchange has named the user', async () => {
    for (const reply of [text('', 401), text('', 404), json({ nothing: true })]) {
      await using server = await startService({ '/api/oauth/userinfo': reply });
      assert.deepEqual((await establish(server)).user, { sub: 'user-1' });
    }
  });

  it('is whole also where nobody named the user', async () => {
    await using server = await startService({
      '/api/v1/oauth/token': json({ code: 0, data: { primary: { access_token: 'access-1' } } }),
      '/api/oauth/userinfo': text('', 403),
    });
    const { user, planCredential } = await establish(server);
    assert.deepEqual([user, planCredential], [null, null]);
  });

  it('ends with the exchange where that fails', async () => {
    await using server = await startService({ '/api/v1/oauth/token': json({ code: 2007, success: false }, 500) });
    assert.deepEqual(await failureIn(establish(server)), { kind: 'codeExpired' });
    assert.equal(server.requests.length, 1);
  });

  it('ends with the business login where that fails', async () => {
    await using server = await startService({ '/api/auth/z/login': cut });
    assert.deepEqual(await failureIn(establish(server)), { kind: 'cut' });
    assert.equal(server.requests.length, 2);
  });

  it('stopped while user info is read ends as stopped, not as a session without a name', async () => {
    await using server = await startService({ '/api/oauth/userinfo': { kind: 'silence' } });
    const person = new AbortController();
    const failure = failureIn(establish(server, person.signal));
    await server.received(2);
    person.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
  });
});
