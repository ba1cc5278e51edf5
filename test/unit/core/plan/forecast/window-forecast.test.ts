import assert from 'node:assert/strict';
import { windowForecastsOf } from '../../../../../src/core/plan/forecast/window-forecast.ts';
import { isOutdated, type PlanState } from '../../../../../src/core/plan/plan-state.ts';
import { type Tone, toneOf, type QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import { sampleOf } from '../../../../../src/core/plan/forecast/samples.ts';

const now = Date.UTC(2026, 0, 15, 12);
const window = (kind: 'fiveHours' | 'week', usedPercent: number): QuotaWindow => ({
  type: { kind },
  usedPercent,
  used: null,
  total: null,
  left: null,
  resetsAt: now + 3_600_000,
  perTool: [],
});
const figures = {
  plan: 'coding',
  name: 'Pro',
  level: null,
  renewal: null,
  models: [],
  windows: [window('fiveHours', 10), window('week', 100)],
  readAt: now,
} as const;
const known: PlanState = { kind: 'known', figures };

describe("the forecasts of a plan's windows", () => {
  it('has each window with its own past, says which binds, and forecasts as far as can be', () => {
    const forecasts = windowForecastsOf(known, [sampleOf(figures)], now);
    assert.deepEqual(
      forecasts.map(({ window: one, binds, track, forecast }) => [
        one.type.kind,
        binds,
        track.map(({ usedPercent }) => usedPercent),
        forecast.kind,
      ]),
      [
        ['fiveHours', false, [10], 'unknown'],
        ['week', true, [100], 'empty'],
      ],
    );
  });

  it('is empty where no figures are known', () => {
    assert.deepEqual(windowForecastsOf({ kind: 'noPlan' }, [sampleOf(figures)], now), []);
  });
});

describe('a share', () => {
  it('is calm below every threshold, a warning from one on, and empty at a hundred', () => {
    const tone = (usedPercent: number | null, thresholds: readonly number[]): Tone =>
      toneOf({ type: { kind: 'week' }, usedPercent }, thresholds);
    assert.deepEqual(
      [null, 0, 79.9, 80, 99.9, 100, 140].map((share) => tone(share, [95, 80])),
      ['calm', 'calm', 'calm', 'warning', 'warning', 'empty', 'empty'],
    );
    assert.deepEqual(
      [99, 100].map((share) => tone(share, [])),
      ['calm', 'empty'],
    );
  });

  it('is calm where the window is of an unknown type, whose end may mean anything', () => {
    assert.equal(toneOf({ type: { kind: 'other', name: 'LUNAR_LIMIT' }, usedPercent: 100 }, [80]), 'calm');
  });
});

describe('figures', () => {
  it('are outdated when a check has failed, or nobody asked for twenty minutes', () => {
    assert.equal(isOutdated(known, now + 20 * 60_000), false);
    assert.equal(isOutdated(known, now + 20 * 60_000 + 1), true);
    assert.equal(isOutdated({ kind: 'stale', figures, failure: null }, now), true);
    assert.equal(isOutdated({ kind: 'noPlan' }, now), false);
  });
});
