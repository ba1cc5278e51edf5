// What the demo says about people and their plans: user info, subscription, quota, billing, guest and configuration.
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { ask, bearer, closeDemos, control, envelope, question, signIn, startDemo } from './demo-client.ts';
import type { DemoService } from '../../../src/demo/server.ts';

const limit = z.object({
  type: z.string(),
  unit: z.optional(z.int()),
  number: z.optional(z.int()),
  percentage: z.number(),
  usage: z.optional(z.int()),
  currentValue: z.optional(z.int()),
  remaining: z.optional(z.int()),
  nextResetTime: z.int(),
});
const quotaData = z.object({ level: z.string(), limits: z.array(limit) });
const units = { total_units: z.int(), used_units: z.int(), available_units: z.int() };
const billingData = z.object({
  plans: z.array(
    z.object({
      plan_id: z.string(),
      name: z.string(),
      status: z.string(),
      ...units,
      period_end: z.int(),
      capabilities: z.array(z.string()),
    }),
  ),
  balances: z.array(z.object({ entitlement_id: z.string(), ...units })),
});

const get = (url: string, token: string): Promise<Response> => fetch(url, bearer(token));
const quotaUrl = ({ description }: DemoService): string => `${description.apiUrl}/api/monitor/usage/quota/limit`;
const subscriptionUrl = ({ description }: DemoService): string => `${description.apiUrl}/api/biz/subscription/list`;

async function quotaOf(demo: DemoService, business: string): Promise<z.infer<typeof quotaData>> {
  const body = envelope.parse(await (await get(quotaUrl(demo), business)).json());
  assert.deepEqual([body.code, body.success], [200, true]);
  return quotaData.parse(body.data);
}

describe('user info', () => {
  afterEach(closeDemos);

  it('answers the access token at the host of its provider, and at no other', async () => {
    const demo = await startDemo();
    const urls = {
      primary: `${demo.description.authUrl}/api/oauth/userinfo`,
      secondary: `${demo.description.baseUrl}/api/oauth/userinfo`,
    };
    for (const provider of ['primary', 'secondary'] as const) {
      const { access, userId } = await signIn(demo, 'subscriber', provider);
      const answer = await get(urls[provider], access);
      assert.equal(answer.status, 200);
      assert.deepEqual(await answer.json(), {
        sub: userId,
        phone_num: '+12025550101',
        phone_country_code: '+1',
        phone_national: '2025550101',
        name: 'Ada Brook',
        email: 'ada@demo.example',
        picture: '/pictures/subscriber.png',
        profile: null,
      });
      assert.equal((await get(urls[provider === 'primary' ? 'secondary' : 'primary'], access)).status, 401);
    }
  });

  it('refuses a business token', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    assert.equal((await get(`${demo.description.authUrl}/api/oauth/userinfo`, business)).status, 401);
  });
});

describe('guest session and client configuration', () => {
  afterEach(closeDemos);

  it('answer without authentication', async () => {
    const { description } = await startDemo();
    const guest = await fetch(`${description.authUrl}/api/v1/auths/`);
    assert.equal(guest.status, 200);
    assert.equal(z.object({ role: z.string() }).parse(await guest.json()).role, 'guest');
    const configuration = await fetch(`${description.baseUrl}/api/v1/client/configs`);
    assert.deepEqual(envelope.parse(await configuration.json()).code, 0);
  });
});

describe('the subscription list', () => {
  afterEach(closeDemos);

  it('has one subscription for coding plans and none for other people', async () => {
    const demo = await startDemo();
    const counts: Record<string, number> = {};
    for (const persona of [
      'subscriber',
      'exhausted',
      'forbidden',
      'credit-plan',
      'unknown-windows',
      'entry-plan',
      'no-plan',
    ] as const) {
      const { business } = await signIn(demo, persona);
      const body = envelope.parse(await (await get(subscriptionUrl(demo), business)).json());
      assert.deepEqual([body.code, body.success], [200, true]);
      counts[persona] = z.array(z.object({ status: z.literal('VALID') })).parse(body.data).length;
    }
    assert.deepEqual(counts, {
      subscriber: 1,
      exhausted: 1,
      forbidden: 1,
      'credit-plan': 1,
      'unknown-windows': 1,
      'entry-plan': 0,
      'no-plan': 0,
    });
  });

  it('is at the second host for those who signed in with the second provider', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber', 'secondary');
    assert.equal((await get(`${demo.description.altApiUrl}/api/biz/subscription/list`, business)).status, 200);
    assert.equal((await get(subscriptionUrl(demo), business)).status, 401);
  });

  it('answers 402 to the person who must pay first, and 401 to the one whose token is refused', async () => {
    const demo = await startDemo();
    const [gil, eli] = [await signIn(demo, 'payment-required'), await signIn(demo, 'expired-token')];
    assert.equal((await get(subscriptionUrl(demo), gil.business)).status, 402);
    assert.equal((await get(subscriptionUrl(demo), eli.business)).status, 401);
    assert.equal((await get(quotaUrl(demo), eli.business)).status, 401);
  });
});

describe('the quota', () => {
  afterEach(closeDemos);

  it('has the three windows of a coding plan, with reset times ahead', async () => {
    const now = Date.UTC(2026, 6, 1);
    const demo = await startDemo({ now: () => now });
    const { business } = await signIn(demo, 'subscriber');
    const { level, limits } = await quotaOf(demo, business);
    assert.equal(level, 'pro');
    assert.deepEqual(
      limits.map(({ type, unit, number, percentage }) => [type, unit, number, percentage]),
      [
        ['TOKENS_LIMIT', 3, 5, 34.1],
        ['TOKENS_LIMIT', 6, 1, 8.1],
        ['TIME_LIMIT', 5, 1, 16],
      ],
    );
    const [pool, week] = limits;
    assert.deepEqual([pool?.usage, pool?.currentValue, pool?.remaining], [120_000, 40_886, 79_114]);
    assert.equal(week?.usage, undefined);
    for (const { nextResetTime } of limits) assert.ok(nextResetTime > now);
  });

  it('shows credits, and windows of types and units that nobody knows', async () => {
    const demo = await startDemo();
    const typesOf = async (persona: 'credit-plan' | 'unknown-windows'): Promise<unknown[]> =>
      (await quotaOf(demo, (await signIn(demo, persona)).business)).limits.map(({ type, unit }) => [type, unit]);
    assert.deepEqual(await typesOf('credit-plan'), [['CREDIT_LIMIT', 5]]);
    assert.deepEqual(await typesOf('unknown-windows'), [
      ['TOKENS_LIMIT', 3],
      ['VOICE_MINUTES', undefined],
      ['LUNAR_LIMIT', 9],
    ]);
  });

  for (const persona of ['entry-plan', 'no-plan'] as const) {
    it(`answers envelope code 500 without success for ${persona}`, async () => {
      const demo = await startDemo();
      const { business } = await signIn(demo, persona);
      const body = envelope.parse(await (await get(quotaUrl(demo), business)).json());
      assert.deepEqual([body.code, body.success], [500, false]);
      assert.match(body.msg, /no coding plan/);
    });
  }

  it('moves by what an answer used, and starts anew when its window ends', async () => {
    let now = Date.UTC(2026, 6, 1);
    const demo = await startDemo({ now: () => now });
    const { business } = await signIn(demo, 'subscriber');
    const answer = await ask(demo, business, question('Hello'));
    const { usage } = z
      .object({ usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }) })
      .parse(await answer.json());
    const [after] = (await quotaOf(demo, business)).limits;
    assert.equal(after?.currentValue, 40_886 + usage.input_tokens + usage.output_tokens);
    now = after.nextResetTime;
    const [renewed] = (await quotaOf(demo, business)).limits;
    assert.deepEqual([renewed?.currentValue, renewed?.nextResetTime], [0, now + 5 * 3_600_000]);
  });

  it('stays used up for the exhausted person, however long the demo runs', async () => {
    let now = Date.UTC(2026, 6, 1);
    const demo = await startDemo({ now: () => now });
    const { business } = await signIn(demo, 'exhausted');
    now += 400 * 86_400_000;
    const [pool] = (await quotaOf(demo, business)).limits;
    assert.equal(pool?.percentage, 100);
    assert.ok(pool.nextResetTime > now);
  });

  it('can be set by the control endpoint, and decides whether messages are answered', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    await control(demo, 'PUT', '/quota', { persona: 'subscriber', window: 0, percentage: 104.5 });
    const [pool] = (await quotaOf(demo, business)).limits;
    assert.deepEqual([pool?.percentage, pool?.remaining], [104.5, 0]);
    assert.equal((await ask(demo, business, question('Hello'))).status, 429);
    await control(demo, 'POST', '/reset');
    assert.equal((await ask(demo, business, question('Hello'))).status, 200);
  });
});

describe('entry-plan billing', () => {
  afterEach(closeDemos);

  const path = (demo: DemoService, rest: string): string =>
    `${demo.description.planUrl}/api/v1/svc-plan/billing/${rest}`;

  it('shows the active entry plan to the plan-host credential, at the plan host and at the base host', async () => {
    const now = Date.UTC(2026, 6, 1);
    const demo = await startDemo({ now: () => now });
    const { plan } = await signIn(demo, 'entry-plan');
    for (const host of [demo.description.planUrl, demo.description.baseUrl]) {
      const answer = await get(`${host}/api/v1/svc-plan/billing/current?app_version=0.1.0`, plan);
      const body = envelope.parse(await answer.json());
      assert.deepEqual([body.code, body.success], [0, true]);
      const [entry] = billingData.parse(body.data).plans;
      assert.deepEqual([entry?.plan_id, entry?.name, entry?.status], ['start-plan', 'Start Plan', 'active']);
      assert.deepEqual([entry?.total_units, entry?.used_units, entry?.available_units], [50_000, 18_400, 31_600]);
      assert.deepEqual(entry?.capabilities, ['model:tide-large', 'model:tide-small']);
      assert.equal(entry.period_end, now / 1_000 + 3.4 * 86_400);
    }
    const balance = envelope.parse(await (await get(path(demo, 'balance'), plan)).json());
    assert.deepEqual(balance.data, {
      balances: [{ entitlement_id: 'model_usage', total_units: 50_000, used_units: 18_400, available_units: 31_600 }],
    });
  });

  it('has no plans for a person without the entry plan', async () => {
    const demo = await startDemo();
    const { plan } = await signIn(demo, 'no-plan');
    const body = envelope.parse(await (await get(path(demo, 'current?app_version=0.1.0'), plan)).json());
    assert.deepEqual(body.data, { plans: [], balances: [] });
  });

  it('answers any other credential with the empty 401 of a firewall', async () => {
    const demo = await startDemo();
    const { access, business } = await signIn(demo, 'entry-plan');
    for (const rest of ['current?app_version=0.1.0', 'balance']) {
      for (const token of [access, business, 'made-up']) {
        const answer = await get(path(demo, rest), token);
        assert.equal(answer.status, 401);
        assert.equal(await answer.text(), '');
        assert.equal(answer.headers.get('content-length'), '0');
        assert.equal(answer.headers.get('server'), 'perimeter-firewall');
        assert.match(answer.headers.get('set-cookie') ?? '', /^challenge=/);
      }
    }
  });

  it('asks for app_version', async () => {
    const demo = await startDemo();
    const { plan } = await signIn(demo, 'entry-plan');
    assert.equal((await get(path(demo, 'current'), plan)).status, 400);
  });

  it('has the service word in its path', async () => {
    const demo = await startDemo({ words: { service: 'harbor' } });
    const { plan } = await signIn(demo, 'entry-plan');
    assert.equal((await get(path(demo, 'balance'), plan)).status, 404);
    assert.equal((await get(`${demo.description.planUrl}/api/v1/harbor-plan/billing/balance`, plan)).status, 200);
  });
});
