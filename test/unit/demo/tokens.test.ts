// The rules of authorization codes and the two exchanges that lead to a business token.
import assert from 'node:assert/strict';
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import {
  bearer,
  closeDemos,
  codeFor,
  control,
  envelope,
  exchange,
  exchangeData,
  postJson,
  signIn,
  startDemo,
} from './demo-client.ts';

async function failure(answer: Response): Promise<{ status: number; code: number; success: boolean }> {
  const { code, success } = envelope.parse(await answer.json());
  return { status: answer.status, code, success };
}

describe('the token exchange', () => {
  afterEach(closeDemos);

  for (const provider of ['primary', 'secondary'] as const) {
    it(`yields an access token, the user and a plan-host credential for ${provider}`, async () => {
      const demo = await startDemo();
      const answer = await exchange(demo, await codeFor(demo, 'subscriber', provider), { provider });
      assert.equal(answer.status, 200);
      const body = envelope.parse(await answer.json());
      assert.deepEqual([body.code, body.success], [0, true]);
      const data = exchangeData.parse(body.data);
      assert.deepEqual(Object.keys(data).sort(), ['expires_in', provider, 'token', 'user'].sort());
      const access = data[provider]?.access_token ?? '';
      assert.equal(decodeProtectedHeader(access).alg, 'HS512');
      assert.equal(decodeJwt(access).sub, data.user.id);
    });
  }

  it('takes a code once', async () => {
    const demo = await startDemo();
    const code = await codeFor(demo, 'subscriber');
    assert.equal((await exchange(demo, code)).status, 200);
    assert.deepEqual(await failure(await exchange(demo, code)), { status: 400, code: 2003, success: false });
  });

  it('takes a code until five minutes have passed, and answers HTTP 500 with code 2007 afterwards', async () => {
    let now = Date.UTC(2026, 6, 1);
    const demo = await startDemo({ now: () => now });
    const [early, late] = [await codeFor(demo, 'subscriber'), await codeFor(demo, 'subscriber')];
    now += 5 * 60_000 - 1;
    assert.equal((await exchange(demo, early)).status, 200);
    now += 1;
    assert.deepEqual(await failure(await exchange(demo, late)), { status: 500, code: 2007, success: false });
  });

  const mismatches = [
    { what: 'an unknown code', changes: { code: 'made-up' }, code: 2002 },
    { what: 'another provider', changes: { provider: 'secondary' }, code: 2004 },
    { what: 'another redirect URI', changes: { redirect_uri: 'http://127.0.0.1:41998/callback' }, code: 2005 },
    { what: 'another state', changes: { state: 'f'.repeat(32) }, code: 2006 },
    { what: 'a provider that nobody knows', changes: { provider: 'tertiary' }, code: 2001 },
    { what: 'a missing state', changes: { state: undefined }, code: 2001 },
  ];
  for (const { what, changes, code } of mismatches) {
    it(`refuses ${what} with code ${code}, and leaves the authorization code unused`, async () => {
      const demo = await startDemo();
      const issued = await codeFor(demo, 'subscriber');
      assert.deepEqual(await failure(await exchange(demo, issued, changes)), { status: 400, code, success: false });
      assert.equal((await exchange(demo, issued)).status, 200);
    });
  }

  it('refuses a body that is not JSON, and a content type that is not JSON', async () => {
    const demo = await startDemo();
    const url = `${demo.description.baseUrl}/api/v1/oauth/token`;
    assert.deepEqual(await failure(await postJson(url, '{')), { status: 400, code: 2001, success: false });
    const asText = await postJson(url, '{}', { 'content-type': 'text/plain' });
    assert.deepEqual(await failure(asText), { status: 400, code: 2001, success: false });
  });

  it('refuses the person whose provider is inactive, with a code of its own', async () => {
    const demo = await startDemo();
    const answer = await exchange(demo, await codeFor(demo, 'inactive-provider'));
    const { code, msg, success } = envelope.parse(await answer.json());
    assert.deepEqual([answer.status, code, success], [400, 2010, false]);
    assert.match(msg, /^oauth_provider_inactive/);
  });
});

describe('the business login', () => {
  afterEach(closeDemos);

  it('yields a token signed with HS512 that carries exactly the claims of the interface [2.4 user_type, user_id, user_key, customer_id, customer]', async () => {
    const signingKey = new Uint8Array(64).fill(7);
    const demo = await startDemo({ signingKey });
    const { business } = await signIn(demo, 'subscriber');
    const { payload, protectedHeader } = await jwtVerify(business, signingKey);
    assert.equal(protectedHeader.alg, 'HS512');
    assert.match(String(payload['user_key']), /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    assert.deepEqual(payload, {
      user_type: 'PERSONAL',
      user_id: 7_310_001,
      user_key: payload['user_key'],
      customer_id: '7310001',
      customer: {
        id: 7_310_001,
        createTime: '2026-01-15 09:30:00',
        enableStatus: 'ENABLE',
        customerNumber: 47_310_001,
        userType: 'PERSONAL',
        channel: 'primary',
        betaTester: false,
      },
    });
  });

  it('refuses whatever is not an access token', async () => {
    const demo = await startDemo();
    const { business, plan } = await signIn(demo, 'subscriber');
    for (const token of ['made-up', business, plan]) {
      const answer = await postJson(`${demo.description.apiUrl}/api/auth/z/login`, { token });
      assert.deepEqual(await failure(answer), { status: 401, code: 401, success: false });
    }
    const malformed = await postJson(`${demo.description.apiUrl}/api/auth/z/login`, { access_token: 'x' });
    assert.deepEqual(await failure(malformed), { status: 400, code: 400, success: false });
  });
});

describe('sessions', () => {
  afterEach(closeDemos);

  const quotaStatus = async (apiUrl: string, token: string): Promise<number> =>
    (await fetch(`${apiUrl}/api/monitor/usage/quota/limit`, bearer(token))).status;

  it('outlive a restart with the same signing key, and no other', async () => {
    const signingKey = new Uint8Array(64).fill(3);
    const before = await startDemo({ signingKey });
    const { business } = await signIn(before, 'subscriber');
    const same = await startDemo({ signingKey });
    const other = await startDemo();
    assert.equal(await quotaStatus(same.description.apiUrl, business), 200);
    assert.equal(await quotaStatus(other.description.apiUrl, business), 401);
  });

  it('can be expired for one person or for all, and a new sign-in in the same millisecond is good again', async () => {
    const demo = await startDemo({ now: () => 1_700_000_000_000 });
    const { apiUrl } = demo.description;
    const ada = await signIn(demo, 'subscriber');
    const ivo = await signIn(demo, 'credit-plan');
    await control(demo, 'POST', '/sessions/expire', { persona: 'subscriber' });
    assert.deepEqual([await quotaStatus(apiUrl, ada.business), await quotaStatus(apiUrl, ivo.business)], [401, 200]);
    const again = await signIn(demo, 'subscriber');
    assert.equal(await quotaStatus(apiUrl, again.business), 200);
    await control(demo, 'POST', '/sessions/expire', {});
    assert.deepEqual([await quotaStatus(apiUrl, again.business), await quotaStatus(apiUrl, ivo.business)], [401, 401]);
  });

  it('need a signing key of at least 64 bytes', async () => {
    await assert.rejects(startDemo({ signingKey: new Uint8Array(63) }), RangeError);
  });
});
