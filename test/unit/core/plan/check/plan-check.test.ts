import assert from 'node:assert/strict';
import { checkFigures, checkPlan } from '../../../../../src/core/plan/check/plan-check.ts';
import type { PlanFigures, PlanState } from '../../../../../src/core/plan/plan-state.ts';
import type { SessionCredentials } from '../../../../../src/core/service/credentials/session-credentials.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { json, type Reply, startLoopbackServer, text } from '../../../../support/servers/loopback-server.ts';
import { connectTo, credentialsOf, failureIn, profileOf } from '../../../../support/fakes/service-connection.ts';

const subscribed = json({ code: 200, data: [{ productName: 'Coding Pro', nextRenewTime: '2026-08-07' }] });
const unsubscribed = json({ code: 200, data: [] });
const quota = json({
  code: 200,
  success: true,
  data: { level: 'pro', limits: [{ type: 'TOKENS_LIMIT', unit: 3, number: 5, percentage: 34 }] },
});
const pool = {
  type: { kind: 'fiveHours' },
  usedPercent: 34,
  used: null,
  total: null,
  left: null,
  resetsAt: null,
  perTool: [],
} as const;

const earlier: PlanFigures = {
  plan: 'coding',
  name: 'Old',
  level: null,
  renewal: null,
  windows: [pool],
  models: [],
  readAt: 1,
};
const before: PlanState = { kind: 'checking' };

interface Service {
  readonly subscription: Reply;
  readonly quota?: Reply;
  readonly billing?: Reply;
}

async function checked(
  service: Service,
  from: PlanState = before,
  changes: Partial<SessionCredentials> = {},
): Promise<PlanState> {
  const missing = text('', 404);
  await using server = await startLoopbackServer(({ target }) => {
    if (target.startsWith('/api/biz/')) return service.subscription;
    return (target.startsWith('/api/monitor/') ? service.quota : service.billing) ?? missing;
  });
  return await checkPlan(connectTo(profileOf(server.origin), new FakeClock(1000)), credentialsOf(changes), from, null);
}

describe('the check of a plan', () => {
  it('knows a coding plan with its windows and the time of reading', async () => {
    assert.deepEqual(await checked({ subscription: subscribed, quota }), {
      kind: 'known',
      figures: {
        plan: 'coding',
        name: 'Coding Pro',
        level: 'pro',
        renewal: '2026-08-07',
        windows: [pool],
        models: [],
        readAt: 1000,
      },
    });
  });

  it('names a coding plan by its quota where the subscription is nameless', async () => {
    const state = await checked({ subscription: json({ code: 200, data: [{}] }), quota });
    assert.equal(state.kind === 'known' && state.figures.name, 'pro');
  });

  it('knows a coding plan without windows where the quota endpoint knows of none', async () => {
    assert.deepEqual(await checked({ subscription: subscribed, quota: json({ code: 500, success: false }, 500) }), {
      kind: 'known',
      figures: {
        plan: 'coding',
        name: 'Coding Pro',
        level: null,
        renewal: '2026-08-07',
        windows: [],
        models: [],
        readAt: 1000,
      },
    });
  });

  it('knows an entry plan with its units', async () => {
    const billing = json({
      code: 0,
      data: { plans: [{ name: 'Start Plan', status: 'active', total_units: 10, used_units: 1 }] },
    });
    assert.deepEqual(await checked({ subscription: unsubscribed, billing }), {
      kind: 'known',
      figures: {
        plan: 'entry',
        name: 'Start Plan',
        level: null,
        renewal: null,
        windows: [
          {
            type: { kind: 'units', name: 'Start Plan' },
            usedPercent: 10,
            used: 1,
            total: 10,
            left: 9,
            resetsAt: null,
            perTool: [],
          },
        ],
        models: [],
        readAt: 1000,
      },
    });
  });

  it("reads the quota for an entry plan too, and keeps the plan's own units where that says nothing [4.10 step 4]", async () => {
    const billing = json({
      code: 0,
      data: { plans: [{ status: 'active', used_units: 1, capabilities: ['model:small-1'] }] },
    });
    const units = {
      type: { kind: 'units', name: null },
      usedPercent: null,
      used: 1,
      total: null,
      left: null,
      resetsAt: null,
      perTool: [],
    } as const;
    const figures: PlanFigures = {
      plan: 'entry',
      name: null,
      level: null,
      renewal: null,
      windows: [units],
      models: ['small-1'],
      readAt: 1000,
    };
    const service = { subscription: unsubscribed, billing };
    assert.deepEqual(await checked({ ...service, quota }), { kind: 'known', figures: { ...figures, windows: [pool] } });
    for (const nothing of [
      json({ code: 500, success: false }),
      json({ code: 200, data: { limits: null } }),
      text('', 403),
    ]) {
      assert.deepEqual(await checked({ ...service, quota: nothing }), { kind: 'known', figures });
    }
  });

  it('says that there is no plan only where both lists were read', async () => {
    assert.deepEqual(await checked({ subscription: unsubscribed, billing: json({ code: 0, data: { plans: [] } }) }), {
      kind: 'noPlan',
    });
    assert.deepEqual(await checked({ subscription: unsubscribed }, before, { planCredential: null }), {
      kind: 'unknown',
      failure: null,
    });
    assert.deepEqual(await checked({ subscription: unsubscribed, billing: text('', 401) }), {
      kind: 'unknown',
      failure: { kind: 'firewall' },
    });
  });

  it('has lapsed where either endpoint refuses the token', async () => {
    const refused = json({ code: 401, success: false }, 401);
    assert.deepEqual(await checked({ subscription: refused }), { kind: 'lapsed' });
    assert.deepEqual(await checked({ subscription: subscribed, quota: refused }), { kind: 'lapsed' });
  });

  it('passes on a demand for payment', async () => {
    assert.deepEqual(await checked({ subscription: text('', 402) }), { kind: 'paymentRequired' });
  });

  it('passes on an inactive provider', async () => {
    const connection = connectTo(
      profileOf('https://base.example', { inactiveProviders: ['primary'] }),
      new FakeClock(),
    );
    assert.deepEqual(await checkPlan(connection, credentialsOf(), before, null), { kind: 'providerInactive' });
  });

  it('throws a stop, and leaves the state to the caller', async () => {
    await using server = await startLoopbackServer(({ target }) =>
      target.startsWith('/api/biz/') ? subscribed : { kind: 'silence' },
    );
    const person = new AbortController();
    const failure = failureIn(
      checkPlan(connectTo(profileOf(server.origin), new FakeClock()), credentialsOf(), before, person.signal),
    );
    await server.received(1);
    person.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
  });
});

describe('figures that were known before', () => {
  const forbidden = text('', 403);

  it('stay with their own time where nothing can be found out', async () => {
    for (const kind of ['known', 'stale'] as const) {
      const from: PlanState = kind === 'known' ? { kind, figures: earlier } : { kind, figures: earlier, failure: null };
      assert.deepEqual(await checked({ subscription: forbidden }, from), {
        kind: 'stale',
        figures: earlier,
        failure: { kind: 'forbidden' },
      });
    }
  });

  it('stay where the plan was found and its quota was not', async () => {
    assert.deepEqual(
      await checked({ subscription: subscribed, quota: forbidden }, { kind: 'known', figures: earlier }),
      {
        kind: 'stale',
        figures: earlier,
        failure: { kind: 'forbidden' },
      },
    );
  });

  it('do not stay where they are those of another plan than the one found', async () => {
    const fresh: PlanFigures = {
      plan: 'coding',
      name: 'Coding Pro',
      level: null,
      renewal: '2026-08-07',
      windows: [],
      models: [],
      readAt: 1000,
    };
    for (const from of [before, { kind: 'known', figures: { ...earlier, plan: 'entry' } }] as const) {
      assert.deepEqual(await checked({ subscription: subscribed, quota: forbidden }, from), {
        kind: 'stale',
        figures: fresh,
        failure: { kind: 'forbidden' },
      });
    }
  });

  it('go where the service says that there is no plan any more', async () => {
    const state = await checked(
      { subscription: unsubscribed, billing: json({ code: 0, data: { plans: [] } }) },
      { kind: 'known', figures: earlier },
    );
    assert.deepEqual(state, { kind: 'noPlan' });
  });
});

describe('the check of figures alone', () => {
  const known: PlanState = {
    kind: 'known',
    figures: { ...earlier, name: 'Coding Pro', level: 'pro', renewal: '2026-08-07' },
  };
  const entry: PlanState = { kind: 'known', figures: { ...earlier, plan: 'entry' } };
  const billing = json({
    code: 0,
    data: { plans: [{ name: 'Start Plan', status: 'active', total_units: 10, used_units: 1 }] },
  });

  /** The state, and what was asked for it. */
  async function refreshed(service: Service, from: PlanState): Promise<{ kind: string; asked: string[] }> {
    await using server = await startLoopbackServer(({ target }) => {
      if (target.startsWith('/api/biz/')) return service.subscription;
      return (target.startsWith('/api/monitor/') ? service.quota : service.billing) ?? text('', 404);
    });
    const { kind } = await checkFigures(
      connectTo(profileOf(server.origin), new FakeClock(1000)),
      credentialsOf(),
      from,
      null,
    );
    return { kind, asked: server.requests.map(({ target }) => target.split('/').at(-1)?.split('?')[0] ?? '') };
  }

  it('is one request where a coding plan is known, and for an entry plan its units and its quota (4.10, step 4)', async () => {
    assert.deepEqual(await refreshed({ subscription: unsubscribed, quota }, known), {
      kind: 'known',
      asked: ['limit'],
    });
    assert.deepEqual(await refreshed({ subscription: unsubscribed, billing }, entry), {
      kind: 'known',
      asked: ['current', 'limit'],
    });
  });

  it('becomes the whole check where the figures speak of another plan, or of none', async () => {
    const other = json({
      code: 200,
      success: true,
      data: { level: 'max', limits: [{ type: 'TOKENS_LIMIT', unit: 3, number: 5, percentage: 3 }] },
    });
    assert.deepEqual(await refreshed({ subscription: subscribed, quota: other }, known), {
      kind: 'known',
      asked: ['limit', 'list', 'limit'],
    });
    const none = json({ code: 500, success: false });
    assert.deepEqual(await refreshed({ subscription: unsubscribed, quota: none, billing }, known), {
      kind: 'known',
      asked: ['limit', 'list', 'current', 'limit'],
    });
    const gone = json({ code: 0, data: { plans: [] } });
    assert.deepEqual(await refreshed({ subscription: subscribed, billing: gone, quota }, entry), {
      kind: 'known',
      asked: ['current', 'list', 'limit'],
    });
  });

  it('is the whole check where nothing is known', async () => {
    assert.deepEqual(await refreshed({ subscription: subscribed, quota }, { kind: 'checking' }), {
      kind: 'known',
      asked: ['list', 'limit'],
    });
  });
});
