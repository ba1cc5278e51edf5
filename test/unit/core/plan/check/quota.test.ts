import assert from 'node:assert/strict';
import { fetchQuota, parseQuota, type QuotaAnswer } from '../../../../../src/core/plan/check/quota.ts';
import type { QuotaWindow, WindowType } from '../../../../../src/core/plan/quota-window.ts';
import { failureOf, type Failure } from '../../../../../src/core/service/failure/errors.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { inOrder, json, type Reply, startLoopbackServer, text } from '../../../../support/servers/loopback-server.ts';
import { connectTo, credentialsOf, failureIn, profileOf } from '../../../../support/fakes/service-connection.ts';

/** Before every reset of the observed payload. */
const now = 1768500000000;

/**
 * As docs/service.md#2.7 describes it, but for the weekly and monthly resets, which lie too far off to be believed
 * there.
 */
const observed = {
  level: 'pro',
  limits: [
    {
      type: 'TOKENS_LIMIT',
      unit: 3,
      number: 5,
      usage: 40000000,
      currentValue: 13628365,
      remaining: 26371635,
      percentage: 34,
      nextResetTime: 1768507567547,
    },
    { type: 'TOKENS_LIMIT', unit: 6, number: 1, percentage: 8.1, nextResetTime: 1769000000000 },
    {
      type: 'TIME_LIMIT',
      unit: 5,
      number: 1,
      usage: 100,
      currentValue: 16,
      remaining: 84,
      percentage: 16,
      nextResetTime: 1770000000000,
      usageDetails: [
        { modelCode: 'search-prime', usage: 12 },
        { modelCode: 'web-reader', usage: 4 },
      ],
    },
  ],
};

const unknown = { usedPercent: null, used: null, total: null, left: null, resetsAt: null, perTool: [] };

function onlyWindow(limit: unknown): QuotaWindow {
  const { windows } = parseQuota({ limits: [limit] }, now);
  assert.equal(windows.length, 1);
  return windows[0] ?? assert.fail();
}

describe('a quota payload', () => {
  it('as it is observed reads whole [2.7 quota]', () => {
    assert.deepEqual(parseQuota(observed, now), {
      level: 'pro',
      windows: [
        {
          type: { kind: 'fiveHours' },
          usedPercent: 34,
          used: 13628365,
          total: 40000000,
          left: 26371635,
          resetsAt: 1768507567547,
          perTool: [],
        },
        {
          type: { kind: 'week' },
          usedPercent: 8.1,
          used: null,
          total: null,
          left: null,
          resetsAt: 1769000000000,
          perTool: [],
        },
        {
          type: { kind: 'monthlyTools' },
          usedPercent: 16,
          used: 16,
          total: 100,
          left: 84,
          resetsAt: 1770000000000,
          perTool: [
            { tool: 'search-prime', used: 12 },
            { tool: 'web-reader', used: 4 },
          ],
        },
      ],
    });
  });

  it('reads a reset that is too far off or past as unknown, and keeps the rest', () => {
    const far = onlyWindow({ type: 'TOKENS_LIMIT', unit: 6, number: 1, percentage: 8.1, nextResetTime: 1789190400000 });
    assert.deepEqual([far.usedPercent, far.resetsAt], [8.1, null]);
    assert.equal(onlyWindow({ type: 'TOKENS_LIMIT', unit: 3, number: 5, nextResetTime: now - 1 }).resetsAt, null);
  });

  it('takes its level from the first of four names', () => {
    const all = { level: 'a', planName: 'b', plan: 'c', packageName: 'd' };
    const levels = [all, { ...all, level: '' }, { plan: 'c', packageName: 'd' }, { packageName: 'd' }, {}];
    assert.deepEqual(
      levels.map((data) => parseQuota(data, now).level),
      ['a', 'b', 'c', 'd', null],
    );
  });

  it('also comes in units, with its end in seconds', () => {
    assert.deepEqual(
      onlyWindow({
        type: 'TOKENS_LIMIT',
        unit: 3,
        number: 5,
        total_units: 100,
        used_units: 25,
        available_units: 75,
        period_end: now / 1000 + 60,
      }),
      {
        type: { kind: 'fiveHours' },
        usedPercent: 25,
        used: 25,
        total: 100,
        left: 75,
        resetsAt: now + 60_000,
        perTool: [],
      },
    );
  });

  it('reads numbers that come as text', () => {
    assert.deepEqual(
      onlyWindow({
        type: 'TOKENS_LIMIT',
        unit: '3',
        number: '5',
        percentage: '34.5',
        usage: '100',
        currentValue: '34',
        nextResetTime: String(now + 1000),
        usageDetails: [{ modelCode: 'x', usage: '3' }],
      }),
      {
        type: { kind: 'fiveHours' },
        usedPercent: 34.5,
        used: 34,
        total: 100,
        left: 66,
        resetsAt: now + 1000,
        perTool: [{ tool: 'x', used: 3 }],
      },
    );
  });

  it('survives nonsense in every field [8 quota values]', () => {
    const nonsense = {
      type: 7,
      unit: {},
      number: [],
      percentage: 'many',
      usage: null,
      currentValue: true,
      remaining: 'x',
      nextResetTime: 'soon',
      usageDetails: 'none',
    };
    assert.deepEqual(onlyWindow(nonsense), { type: { kind: 'units', name: null }, ...unknown });
    assert.deepEqual(onlyWindow({}), { type: { kind: 'units', name: null }, ...unknown });
  });

  it('survives use above the allowance', () => {
    const { usedPercent, left } = onlyWindow({
      type: 'TOKENS_LIMIT',
      unit: 3,
      number: 5,
      usage: 100,
      currentValue: 130,
    });
    assert.deepEqual([usedPercent, left], [130, 0]);
  });

  it('has no more windows than anybody could look through', () => {
    const limits = Array.from({ length: 10_000 }, (_, index) => ({ type: `W${index}`, percentage: 1 }));
    assert.equal(parseQuota({ limits }, now).windows.length, 32);
  });

  it('leaves out details and limits that are none', () => {
    assert.deepEqual(
      onlyWindow({ usageDetails: [{ modelCode: 'x' }, 5, { usage: 1 }, { modelCode: 'y', usage: 2 }] }).perTool,
      [{ tool: 'y', used: 2 }],
    );
    for (const limits of [undefined, null, 'none', [5, null]])
      assert.deepEqual(parseQuota({ limits }, now).windows, []);
  });

  const kinds: readonly (readonly [limit: { type?: string; unit?: number; number?: number }, window: WindowType])[] = [
    [{ type: 'TOKENS_LIMIT', unit: 3, number: 5 }, { kind: 'fiveHours' }],
    [{ type: 'TOKENS_LIMIT', unit: 6, number: 1 }, { kind: 'week' }],
    [{ type: 'TIME_LIMIT', unit: 5, number: 1 }, { kind: 'monthlyTools' }],
    [{ type: 'TIME_LIMIT' }, { kind: 'monthlyTools' }],
    [{ type: 'CREDIT_LIMIT', unit: 5, number: 1 }, { kind: 'credit' }],
    [
      { type: 'TOKENS_LIMIT', unit: 4, number: 2 },
      { kind: 'other', name: 'TOKENS_LIMIT' },
    ],
    [{ type: 'TOKENS_LIMIT' }, { kind: 'other', name: 'TOKENS_LIMIT' }],
    [
      { type: 'TIME_LIMIT', unit: 3, number: 1 },
      { kind: 'other', name: 'TIME_LIMIT' },
    ],
    [
      { type: 'IMAGE_LIMIT', unit: 99, number: 1 },
      { kind: 'other', name: 'IMAGE_LIMIT' },
    ],
    [
      { unit: 3, number: 5 },
      { kind: 'units', name: null },
    ],
  ];
  for (const [limit, window] of kinds) {
    it(`of ${JSON.stringify(limit)} is a window of kind ${window.kind}`, () =>
      assert.deepEqual(onlyWindow(limit).type, window));
  }

  it('that is no object is not a quota', () => {
    for (const data of [undefined, null, 'quota', []]) {
      assert.throws(
        () => parseQuota(data, now),
        (error: unknown) => {
          assert.deepEqual(failureOf(error), { kind: 'unexpectedAnswer', what: 'schema' });
          return true;
        },
      );
    }
  });
});

describe('the quota request', () => {
  const session = credentialsOf({ businessToken: new Secret('business-1') });
  const noPlan = { code: 500, msg: 'no coding plan', success: false };

  async function fetched(reply: Reply): Promise<QuotaAnswer> {
    await using server = await startLoopbackServer(() => reply);
    const answer = await fetchQuota(connectTo(profileOf(server.origin), new FakeClock(now)), session, null);
    assert.equal(server.requests.length, 1);
    assert.equal(server.requests[0]?.target, '/api/monitor/usage/quota/limit');
    assert.equal(server.requests[0].headers.authorization, 'Bearer business-1');
    return answer;
  }

  it('reads an envelope, and the payload without one', async () => {
    const whole: QuotaAnswer = { kind: 'quota', quota: parseQuota(observed, now) };
    assert.deepEqual(await fetched(json({ code: 200, msg: 'ok', success: true, data: observed })), whole);
    assert.deepEqual(await fetched(json(observed)), whole);
  });

  for (const status of [200, 400, 401, 500, 503]) {
    it(`takes envelope code 500 under HTTP ${status} as "no coding plan", and does not ask again [4.7 quota][7.1 no coding plan]`, async () => {
      assert.deepEqual(await fetched(json(noPlan, status)), { kind: 'noCodingPlan' });
    });
  }

  it('is repeated where HTTP 500 says nothing of the kind', async () => {
    await using server = await startLoopbackServer(inOrder(text('', 500), json({ code: 200, data: {} })));
    const clock = new FakeClock(now);
    const answer = fetchQuota(connectTo(profileOf(server.origin), clock), session, null);
    clock.advance(await clock.timerShorterThan(20_000));
    assert.deepEqual(await answer, { kind: 'quota', quota: { level: null, windows: [] } });
    assert.equal(server.requests.length, 2);
  });

  const failures: readonly (readonly [sentence: string, reply: Reply, failure: Failure])[] = [
    ['a refused token', json({ code: 401, success: false }, 401), { kind: 'tokenRefused' }],
    ['a firewall', text('', 401), { kind: 'firewall' }],
    [
      'another refusal with its code',
      json({ code: 1, success: false }),
      { kind: 'requestRefused', status: 200, code: '1' },
    ],
    ['a refusal without a code', json({ success: false }), { kind: 'requestRefused', status: 200, code: null }],
    ['data that are no object', json({ code: 200, data: 'none' }), { kind: 'unexpectedAnswer', what: 'schema' }],
  ];
  for (const [sentence, reply, failure] of failures) {
    it(`fails on ${sentence}`, async () => {
      await using server = await startLoopbackServer(() => reply);
      assert.deepEqual(
        await failureIn(fetchQuota(connectTo(profileOf(server.origin), new FakeClock(now)), session, null)),
        failure,
      );
    });
  }
});
