import assert from 'node:assert/strict';
import { checkEntitlement, type Entitlement } from '../../../../../src/core/plan/check/entitlement.ts';
import type { SessionCredentials } from '../../../../../src/core/service/credentials/session-credentials.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  json,
  type LoopbackServer,
  type Reply,
  startLoopbackServer,
  text,
} from '../../../../support/servers/loopback-server.ts';
import { connectTo, credentialsOf, failureIn, profileOf } from '../../../../support/fakes/service-connection.ts';

const subscriptionTarget = '/api/biz/subscription/list';
const billingTarget = '/api/v1/svc-plan/billing/current?app_version=1.2.3';
const nobody = json({ code: 200, msg: 'ok', success: true, data: [] });
const plans = (...list: readonly unknown[]): Reply => json({ code: 0, data: { plans: list } });
const startPlan = { plan_id: 'start-plan', name: 'Start Plan', status: 'active' };

interface Checked {
  readonly entitlement: Entitlement;
  readonly asked: readonly string[];
}

/** One check against a service that answers the two endpoints so. */
async function check(
  subscription: Reply,
  billing: Reply = text('', 404),
  changes: Partial<SessionCredentials> = {},
  profileChanges: Readonly<Record<string, unknown>> = {},
): Promise<Checked> {
  await using server: LoopbackServer = await startLoopbackServer(({ target }) =>
    target === subscriptionTarget ? subscription : billing,
  );
  const connection = connectTo(profileOf(server.origin, profileChanges), new FakeClock());
  const entitlement = await checkEntitlement(connection, credentialsOf(changes), null);
  return {
    entitlement,
    asked: server.requests.map(({ target, headers }) => `${target} ${headers.authorization ?? ''}`),
  };
}

const firstQuestion = `${subscriptionTarget} Bearer business-token`;
const secondQuestion = `${billingTarget} Bearer plan-credential`;

describe('the entitlement check', () => {
  it('finds a coding plan in any subscription, with its name and renewal, and asks no further [4.10 step 1][4.7 subscription]', async () => {
    const record = { productName: ' Coding Max ', status: 'VALID', nextRenewTime: '2026-08-07' };
    assert.deepEqual(await check(json({ code: 200, success: true, data: [record, { productName: 'Other' }] })), {
      entitlement: { kind: 'codingPlan', name: 'Coding Max', renewal: '2026-08-07' },
      asked: [firstQuestion],
    });
  });

  it("finds a coding plan whatever a subscription's fields say [2.7 subscription]", async () => {
    for (const record of [{}, { productName: 7, status: 'EXPIRED' }, 'text', null, 5]) {
      const { entitlement } = await check(json({ code: 200, success: true, data: [record] }));
      assert.deepEqual(entitlement, { kind: 'codingPlan', name: null, renewal: null });
    }
  });

  it("finds the entry plan where no subscription is there, with the plan host's own credential [4.10 step 2][4.6 current][2.6 code, plans]", async () => {
    assert.deepEqual(await check(nobody, plans(startPlan)), {
      entitlement: {
        kind: 'entryPlan',
        plan: {
          name: 'Start Plan',
          windows: [
            {
              type: { kind: 'units', name: 'Start Plan' },
              usedPercent: null,
              used: null,
              total: null,
              left: null,
              resetsAt: null,
              perTool: [],
            },
          ],
          models: [],
        },
      },
      asked: [firstQuestion, secondQuestion],
    });
  });

  it("reads the entry plan's units, its end in seconds and its models [2.6 total_units, used_units, available_units, period_end, capabilities][8 entry-plan units]", async () => {
    const end = Date.UTC(2026, 0, 20) / 1000;
    const whole = {
      ...startPlan,
      total_units: 100,
      used_units: '40',
      available_units: 60,
      period_end: end,
      capabilities: ['model:small-1', 'tool:search', 7, 'model:small-2'],
    };
    const { entitlement } = await check(nobody, plans({ name: 'Other', status: 'active' }, whole));
    assert.deepEqual(entitlement, {
      kind: 'entryPlan',
      plan: {
        name: 'Start Plan',
        windows: [
          {
            type: { kind: 'units', name: 'Start Plan' },
            usedPercent: 40,
            used: 40,
            total: 100,
            left: 60,
            resetsAt: end * 1000,
            perTool: [],
          },
        ],
        models: ['small-1', 'small-2'],
      },
    });
  });

  it('reads the units of the balances where the plan itself names none [2.6 balances]', async () => {
    const balances = [
      { entitlement_id: 'model_usage', total_units: 50, used_units: 5, available_units: 45 },
      { total_units: 'many', used_units: null },
      'nothing',
    ];
    const read = async (plan: unknown): Promise<unknown> => {
      const { entitlement } = await check(nobody, json({ code: 0, data: { plans: [plan], balances } }));
      return (
        entitlement.kind === 'entryPlan' &&
        entitlement.plan.windows.map(({ type, used, left }) => ({ type, used, left }))
      );
    };
    assert.deepEqual(await read(startPlan), [
      { type: { kind: 'units', name: 'model_usage' }, used: 5, left: 45 },
      { type: { kind: 'units', name: null }, used: null, left: null },
    ]);
    assert.deepEqual(await read({ ...startPlan, used_units: 7 }), [
      { type: { kind: 'units', name: 'Start Plan' }, used: 7, left: null },
    ]);
  });

  it("asks the plan host where the profile names one, with the service's word in the path [4.6 plan host][9 app_version]", async () => {
    await using server = await startLoopbackServer(() => nobody);
    await using planHost = await startLoopbackServer(() => plans());
    const profile = profileOf(server.origin, {
      planUrl: planHost.origin,
      words: { service: 'acme', compat: 'compat' },
    });
    assert.deepEqual(await checkEntitlement(connectTo(profile, new FakeClock()), credentialsOf(), null), {
      kind: 'notEntitled',
    });
    assert.deepEqual(
      planHost.requests.map(({ target }) => target),
      ['/api/v1/acme-plan/billing/current?app_version=1.2.3'],
    );
    assert.equal(server.requests.length, 1);
  });

  it("asks the second provider's host for the secondary provider [4.7 second subscription]", async () => {
    await using server = await startLoopbackServer(() => assert.fail('the first host was asked'));
    await using altHost = await startLoopbackServer(() => json({ code: 200, data: [{}] }));
    const connection = connectTo(profileOf(server.origin, { altApiUrl: altHost.origin }), new FakeClock());
    const { kind } = await checkEntitlement(connection, credentialsOf({ provider: 'secondary' }), null);
    assert.deepEqual([kind, altHost.requests.length], ['codingPlan', 1]);
  });

  it('asks the first host for the secondary provider where there is no other', async () => {
    assert.equal(
      (await check(json({ code: 200, data: [{}] }), undefined, { provider: 'secondary' })).entitlement.kind,
      'codingPlan',
    );
  });
});

describe('the rule for the entry plan [2.6 plan_id, name, status, rule]', () => {
  const holding: readonly unknown[] = [
    { status: 'active' },
    { status: ' ACTIVE ', plan_id: null, name: null },
    { status: 'active', plan_id: ' Pro-Start-Plan-2 ' },
    { status: 'active', name: 'My START PLAN' },
    { status: 'active', plan_id: 'x', name: 'the start-plan' },
  ];
  for (const plan of holding) {
    it(`holds for ${JSON.stringify(plan)}`, async () =>
      assert.equal((await check(nobody, plans(plan))).entitlement.kind, 'entryPlan'));
  }

  const failing: readonly unknown[] = [
    { status: 'inactive', plan_id: 'start-plan' },
    { status: 'active', plan_id: 'pro' },
    { status: 'active', name: 'starter plan' },
    { status: 'active', name: 'start_plan' },
    { plan_id: 'start-plan' },
    { status: true, plan_id: 'start-plan' },
    'start-plan',
  ];
  for (const plan of failing) {
    it(`does not hold for ${JSON.stringify(plan)}`, async () =>
      assert.deepEqual((await check(nobody, plans(plan))).entitlement, { kind: 'notEntitled' }));
  }

  it('does not hold where there is no plan at all [4.10 step 3]', async () => {
    assert.deepEqual((await check(nobody, plans())).entitlement, { kind: 'notEntitled' });
  });
});

describe('what the check cannot find out', () => {
  const trouble: readonly (readonly [sentence: string, subscription: Reply, failure: unknown])[] = [
    ['a firewall before the subscription list', text('', 401), { kind: 'firewall' }],
    ['a forbidden subscription list', json({ code: 403, success: false }, 403), { kind: 'forbidden' }],
    [
      'a refusal without a mapping',
      json({ code: 9, success: false }),
      { kind: 'requestRefused', status: 200, code: '9' },
    ],
    ['subscriptions that are no list', json({ code: 200, data: null }), { kind: 'unexpectedAnswer', what: 'schema' }],
    [
      'a redirect',
      text('', 302, { location: 'https://elsewhere.example' }),
      { kind: 'unexpectedAnswer', what: 'redirect' },
    ],
  ];
  for (const [sentence, subscription, failure] of trouble) {
    it(`is unknown after ${sentence}, and the plan host is not asked`, async () => {
      assert.deepEqual(await check(subscription), {
        entitlement: { kind: 'unknown', failure },
        asked: [firstQuestion],
      });
    });
  }

  it('is unknown without a plan credential, with no failure behind it, and nothing is asked in its place', async () => {
    assert.deepEqual(await check(nobody, plans(startPlan), { planCredential: null }), {
      entitlement: { kind: 'unknown', failure: null },
      asked: [firstQuestion],
    });
  });

  const refusedBillings: readonly (readonly [sentence: string, billing: Reply, failure: unknown])[] = [
    ['a firewall before the plan host', text('', 401), { kind: 'firewall' }],
    ['a plan host that refuses its own credential', json({ code: 401, msg: 'no session' }, 401), { kind: 'firewall' }],
    ['billing that cannot be found', text('', 404), { kind: 'notFound' }],
    ['billing that says no', json({ code: 1, success: false }), { kind: 'requestRefused', status: 200, code: '1' }],
    ['billing without plans', json({ code: 0, data: {} }), { kind: 'unexpectedAnswer', what: 'schema' }],
    [
      'billing whose plans are no list',
      json({ code: 0, data: { plans: null } }),
      { kind: 'unexpectedAnswer', what: 'schema' },
    ],
  ];
  for (const [sentence, billing, failure] of refusedBillings) {
    it(`is unknown after ${sentence}, never "no plan"`, async () => {
      assert.deepEqual((await check(nobody, billing)).entitlement, { kind: 'unknown', failure });
    });
  }
});

describe('what settles the check early', () => {
  it('is a refused business token', async () => {
    assert.deepEqual(await check(json({ code: 401, msg: 'expired', success: false }, 401)), {
      entitlement: { kind: 'tokenRefused' },
      asked: [firstQuestion],
    });
  });

  it('is a demand for payment by status', async () => {
    assert.deepEqual((await check(text('', 402))).entitlement, { kind: 'paymentRequired' });
  });

  it('is a demand for payment by a code or message that the profile maps', async () => {
    const refusal = json({ code: 7001, msg: 'overseas payment', success: false });
    for (const sign of ['7001', 'overseas payment']) {
      const { entitlement } = await check(refusal, undefined, {}, { refusals: { paymentRequired: [sign] } });
      assert.deepEqual(entitlement, { kind: 'paymentRequired' });
    }
  });

  it('is a provider that the profile calls inactive: nothing is asked at all', async () => {
    assert.deepEqual(await check(nobody, undefined, {}, { inactiveProviders: ['primary'] }), {
      entitlement: { kind: 'providerInactive' },
      asked: [],
    });
    assert.equal(
      (await check(nobody, plans(), {}, { inactiveProviders: ['secondary'] })).entitlement.kind,
      'notEntitled',
    );
  });

  it('is a stop, which is thrown and is no outcome', async () => {
    await using server = await startLoopbackServer(() => ({ kind: 'silence' }));
    const person = new AbortController();
    const failure = failureIn(
      checkEntitlement(connectTo(profileOf(server.origin), new FakeClock()), credentialsOf(), person.signal),
    );
    await server.received(0);
    person.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
  });
});
