import assert from 'node:assert/strict';
import type { PlanFigures } from '../../../../../src/core/plan/plan-state.ts';
import type { QuotaWindow, WindowType } from '../../../../../src/core/plan/quota-window.ts';
import {
  type Sample,
  sampleOf,
  spanOf,
  trackOf,
  windowKey,
  withSample,
} from '../../../../../src/core/plan/forecast/samples.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 15);

const pool: QuotaWindow = {
  type: { kind: 'fiveHours' },
  usedPercent: 10,
  used: null,
  total: null,
  left: null,
  resetsAt: null,
  perTool: [],
};

function sample(
  at: number,
  usedPercent: number | null,
  changes: { plan?: string; total?: number; resetsAt?: number } = {},
): Sample {
  const { plan = 'coding:Pro', total = null, resetsAt = null } = changes;
  return { at, plan, windows: [{ key: 'fiveHours', usedPercent, used: null, total, resetsAt }] };
}

const added = (samples: readonly Sample[]): readonly Sample[] =>
  samples.reduce<readonly Sample[]>((kept, one) => withSample(kept, one), []);

describe('a window', () => {
  it('has a name of its own by which its readings are found again', () => {
    const kinds: WindowType[] = [
      { kind: 'fiveHours' },
      { kind: 'week' },
      { kind: 'units', name: null },
      { kind: 'units', name: 'Start' },
      { kind: 'other', name: 'Start' },
    ];
    assert.deepEqual(kinds.map(windowKey), ['fiveHours', 'week', 'units:', 'units:Start', 'other:Start']);
  });

  it('has a span where its kind says one', () => {
    const kinds: WindowType[] = [
      { kind: 'fiveHours' },
      { kind: 'week' },
      { kind: 'monthlyTools' },
      { kind: 'credit' },
      { kind: 'units', name: null },
      { kind: 'other', name: 'x' },
    ];
    assert.deepEqual(kinds.map(spanOf), [5 * hour, 7 * day, 30 * day, null, null, null]);
  });

  it('is kept with what a track needs, under the plan it belongs to', () => {
    const figures: PlanFigures = {
      plan: 'coding',
      name: 'Pro',
      level: 'pro',
      renewal: null,
      windows: [{ ...pool, total: 5 }],
      models: [],
      readAt: start,
    };
    assert.deepEqual(sampleOf(figures), sample(start, 10, { total: 5 }));
  });
});

describe('the kept readings', () => {
  it('are each reading of the last two days, then two an hour, then four a day, and nothing after five weeks', () => {
    const every = Array.from({ length: (40 * day) / (5 * minute) }, (_, index) =>
      sample(start + index * 5 * minute, 50),
    );
    const now = every.at(-1)?.at ?? 0;
    const kept = added(every);
    const count = (from: number, until: number): number =>
      kept.filter(({ at }) => now - at >= from && now - at < until).length;
    assert.equal(count(0, day), 288);
    assert.equal(count(5 * day, 6 * day), 48);
    assert.equal(count(20 * day, 21 * day), 4);
    assert.equal(count(35 * day + 6 * hour, Infinity), 0);
    assert.ok(kept.length < 1500, String(kept.length));
  });

  it('keep those around a reset and an emptying, however old', () => {
    const shape = [
      sample(start, 10),
      sample(start + 10 * minute, 40),
      sample(start + 15 * minute, 100),
      sample(start + 20 * minute, 100),
      sample(start + 25 * minute, 100),
      sample(start + 28 * minute, 0),
    ];
    const kept = added([...shape, sample(start + 20 * day, 5)]);
    assert.deepEqual(
      kept.map(({ at }) => (at - start) / minute),
      [0, 10, 15, 25, 28, 20 * 24 * 60],
    );
  });

  it('lose what a clock has written that was ahead', () => {
    const kept = added([sample(start + day, 10), sample(start, 20)]);
    assert.deepEqual(kept, [sample(start, 20)]);
  });
});

describe('the track of a window', () => {
  const track = (samples: readonly Sample[], window = pool): readonly [number, number, boolean][] =>
    trackOf(samples, window, start + day).map(({ at, usedPercent, isFresh }) => [
      (at - start) / hour,
      usedPercent,
      isFresh,
    ]);

  it('marks the first reading after a reset, seen by its fall or announced', () => {
    assert.deepEqual(track([sample(start, 50), sample(start + hour, 60), sample(start + 2 * hour, 3)]), [
      [0, 50, false],
      [1, 60, false],
      [2, 3, true],
    ]);
    assert.deepEqual(track([sample(start, 1, { resetsAt: start + hour }), sample(start + 2 * hour, 3)]), [
      [0, 1, false],
      [2, 3, true],
    ]);
  });

  it('takes a small step back for a correction', () => {
    assert.deepEqual(track([sample(start, 50), sample(start + hour, 49)]), [
      [0, 50, false],
      [1, 49, false],
    ]);
  });

  it('begins anew with another plan, or another total', () => {
    assert.deepEqual(track([sample(start, 50, { plan: 'coding:Lite' }), sample(start + hour, 20)]), [[1, 20, false]]);
    assert.deepEqual(
      track([sample(start, 50, { total: 5 }), sample(start + hour, 20, { total: 9 })], { ...pool, total: 9 }),
      [[1, 20, false]],
    );
  });

  it('leaves out what is unknown, and what lies in the future', () => {
    assert.deepEqual(track([sample(start, null), sample(start + hour, 20), sample(start + 2 * day, 90)]), [
      [1, 20, false],
    ]);
  });
});
