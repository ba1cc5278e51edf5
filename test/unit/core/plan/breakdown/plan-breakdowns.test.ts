import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type PlanBreakdown, planBreakdowns } from '../../../../../src/core/plan/breakdown/plan-breakdowns.ts';
import { growthOf } from '../../../../../src/core/plan/breakdown/counted-growth.ts';
import type { Sample, WindowReading } from '../../../../../src/core/plan/forecast/samples.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import type { CountedAnswer } from '../../../../../src/core/usage/counted-answer.ts';
import { countedAnswer } from '../../../../support/samples/counted-answer.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A Friday, by the machine's own clock. */
const noon = new Date(2026, 4, 1, 12).getTime();

const fiveHours = (used: number | null, usedPercent: number, resetsAt: number | null): QuotaWindow => ({
  type: { kind: 'fiveHours' },
  usedPercent,
  used,
  total: used === null ? null : 100_000,
  left: null,
  resetsAt,
  perTool: [],
});

const sampleAt = (at: number, ...windows: Partial<WindowReading>[]): Sample => ({
  at,
  plan: 'coding:Pro',
  windows: windows.map((window) => ({
    key: 'fiveHours',
    usedPercent: null,
    used: null,
    total: window.used === undefined ? null : 100_000,
    resetsAt: null,
    ...window,
  })),
});

const answerAt = (at: number, tokens: number): CountedAnswer => countedAnswer({ at, input: tokens, output: 0 });

const told = (all: readonly PlanBreakdown[]): readonly unknown[] =>
  all.map(({ scope, window, from, straddling, breakdown: { unit, counted, here, elsewhere } }) => [
    scope === 'window' ? window.type.kind : scope,
    from === null ? null : (from - noon) / hour,
    unit,
    counted,
    here,
    elsewhere,
    straddling,
  ]);

describe('where the quota of a plan went', () => {
  it('is told for today, the week, the month and each window since its reset', () => {
    const resetsAt = noon + 2 * hour;
    const samples = [
      sampleAt(noon - 2 * hour, { usedPercent: 10, used: 10_000, resetsAt }),
      sampleAt(noon - hour, { usedPercent: 14, used: 14_000, resetsAt }),
      sampleAt(noon - minute, { usedPercent: 34, used: 34_000, resetsAt }),
    ];
    const answers = [answerAt(noon - 90 * minute, 3000), answerAt(noon - 30 * minute, 15_000)];
    assert.deepEqual(told(planBreakdowns([fiveHours(34_000, 34, resetsAt)], samples, answers, noon)), [
      ['today', -12, 'tokens', 34_000, 18_000, 16_000, 0],
      ['week', -12 - 6 * 24, 'tokens', 34_000, 18_000, 16_000, 0],
      ['month', -12 - 29 * 24, 'tokens', 34_000, 18_000, 16_000, 0],
      ['fiveHours', -3, 'tokens', 34_000, 18_000, 16_000, 0],
    ]);
  });

  it('goes on over a reset, and says nothing of what was used between the last reading and the reset', () => {
    const [first, second] = [noon - 2 * hour, noon + 3 * hour];
    const samples = [
      sampleAt(noon - 3 * hour, { usedPercent: 50, used: 50_000, resetsAt: first }),
      sampleAt(noon - hour, { usedPercent: 5, used: 5000, resetsAt: second }),
    ];
    const answers = [answerAt(noon - 2.5 * hour, 700), answerAt(noon - 1.5 * hour, 2000)];
    const [today, , , cycle] = planBreakdowns([fiveHours(5000, 5, second)], samples, answers, noon);
    assert.deepEqual(
      [today?.breakdown.counted, today?.breakdown.here, today?.breakdown.unreadTokens],
      [55_000, 2000, 700],
    );
    assert.deepEqual([cycle?.breakdown.counted, cycle?.breakdown.here, cycle?.breakdown.unreadTokens], [5000, 2000, 0]);
  });

  it('leaves out of a day what was counted between two readings around its midnight, and names it', () => {
    const resetsAt = noon + 3 * 24 * hour;
    const week = (used: number): QuotaWindow => ({ ...fiveHours(null, used, resetsAt), type: { kind: 'week' } });
    const samples = [
      sampleAt(noon - 20 * hour, { key: 'week', usedPercent: 10, resetsAt }),
      sampleAt(noon - 4 * hour, { key: 'week', usedPercent: 13, resetsAt }),
      sampleAt(noon, { key: 'week', usedPercent: 14, resetsAt }),
    ];
    const [today] = told(planBreakdowns([week(14)], samples, [], noon));
    assert.deepEqual(today, ['today', -12, 'percent', 1, 0, 1, 3]);
  });

  it('follows the limit that names tokens, and asks neither calls of tools nor what nobody knows', () => {
    const resetsAt = noon + 2 * hour;
    const windows = [
      { ...fiveHours(null, 8, noon + 40 * hour), type: { kind: 'week' as const } },
      fiveHours(34_000, 34, resetsAt),
      { ...fiveHours(null, 16, null), type: { kind: 'monthlyTools' as const } },
      { ...fiveHours(null, 16, null), type: { kind: 'other' as const, name: 'VOICE' } },
    ];
    const samples = [
      sampleAt(
        noon - minute,
        { key: 'week', usedPercent: 8, resetsAt: noon + 40 * hour },
        { usedPercent: 34, used: 34_000, resetsAt },
        { key: 'monthlyTools', usedPercent: 16 },
        { key: 'other:VOICE', usedPercent: 16 },
      ),
    ];
    assert.deepEqual(
      planBreakdowns(windows, samples, [], noon).map(({ scope, window, breakdown: { unit } }) => [
        scope,
        window.type.kind,
        unit,
      ]),
      [
        ['today', 'fiveHours', 'tokens'],
        ['week', 'fiveHours', 'tokens'],
        ['month', 'fiveHours', 'tokens'],
        ['window', 'week', 'percent'],
        ['window', 'fiveHours', 'tokens'],
      ],
    );
  });

  it('is silent where nothing was read, and of a window whose reset is over', () => {
    assert.deepEqual(planBreakdowns([fiveHours(10, 1, null)], [], [], noon), []);
    const samples = [sampleAt(noon - 6 * hour, { usedPercent: 5, used: 5000, resetsAt: noon - hour })];
    const over = planBreakdowns([fiveHours(5000, 5, noon - hour)], samples, [], noon);
    assert.deepEqual(
      over.map(({ scope }) => scope),
      ['today', 'week', 'month'],
    );
  });

  it('adds up to the last figure of a window, however readings rise, fall a little or stand still', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2, max: 9 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 300 }), tokens: fc.nat(50_000) }), { maxLength: 10 }),
        fc.boolean(),
        (steps, given, inTokens) => {
          const resetsAt = noon + hour;
          let share = 0;
          const samples = steps.map((step, index) => {
            share = Math.max(0, share + step);
            const at = noon - 4 * hour + (index + 1) * 8 * minute;
            return sampleAt(at, { usedPercent: share, resetsAt, ...(inTokens ? { used: share * 1000 } : {}) });
          });
          const last = inTokens ? share * 1000 : share;
          const window = fiveHours(inTokens ? last : null, share, resetsAt);
          const answers = given.map(({ at, tokens }) => answerAt(noon - at * minute, tokens));
          const cycle = planBreakdowns([window], samples, answers, noon).at(-1);
          assert.equal(cycle?.scope, 'window');
          const { counted, here, elsewhere } = cycle.breakdown;
          assert.ok(Math.abs(counted - last) < 1e-6, `${String(counted)} is not ${String(last)}`);
          assert.ok(here >= 0 && elsewhere >= 0);
        },
      ),
    );
  });

  it('knows how finely the service rounds', () => {
    const shares = (...all: number[]): number =>
      growthOf(
        all.map((usedPercent, index) => sampleAt(noon + index * minute, { usedPercent })),
        fiveHours(null, all.at(-1) ?? 0, null),
        noon + hour,
      ).resolution;
    assert.deepEqual([shares(1, 2, 34), shares(1, 2.3, 34), shares(1.234, 5)], [1, 0.1, 0]);
  });
});
