import assert from 'node:assert/strict';
import { nearestTo, placeAfter, valuesOf } from '../../../../src/webview/plan/chart-values.ts';
import { stretchOf } from '../../../../src/webview/plan/time-range.ts';

const curves = [
  [
    { at: 10, usedPercent: 5 },
    { at: 20, usedPercent: 30 },
  ],
  [{ at: 30, usedPercent: 2 }],
];
const ahead = [
  { at: 30, expected: 2, low: 2, high: 2 },
  { at: 40, expected: 80, low: 60, high: 130 },
  { at: 60, expected: 110, low: 90, high: 150 },
];

describe('the values of a chart', () => {
  it('are the readings in the time shown and what is forecast behind them, never above a hundred', () => {
    assert.deepEqual(valuesOf({ curves, ahead }, { from: 15, until: 60 }), [
      { at: 20, share: 30, range: null },
      { at: 30, share: 2, range: null },
      { at: 40, share: 80, range: { low: 60, high: 100 } },
      { at: 60, share: 100, range: { low: 90, high: 100 } },
    ]);
    assert.deepEqual(valuesOf({ curves, ahead }, { from: 70, until: 80 }), []);
  });

  it('are found by the instant that is pointed at', () => {
    const values = valuesOf({ curves, ahead }, { from: 0, until: 60 });
    assert.deepEqual(
      [-5, 14, 16, 34, 100].map((time) => values[nearestTo(values, time)]?.at),
      [10, 10, 20, 30, 60],
    );
    assert.equal(nearestTo([], 5), -1);
  });

  it('are reached by keys from one end to the other, in a bearable number of steps', () => {
    assert.deepEqual(
      ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'].map((key) => placeAfter(key, 3, 5)),
      [2, 4, 0, 4, null],
    );
    assert.deepEqual([placeAfter('ArrowLeft', 0, 5), placeAfter('ArrowRight', 4, 5)], [0, 4]);
    let [place, steps] = [0, 0];
    while (place < 1499) [place, steps] = [placeAfter('ArrowRight', place, 1500) ?? 0, steps + 1];
    assert.ok(steps <= 48, String(steps));
  });
});

describe('the time that the charts of a page show', () => {
  const day = 24 * 60 * 60_000;
  const now = new Date(2026, 7, 6, 12).getTime();

  it('ends with the last reset of all limits, no later than as much again, and is one for all', () => {
    const { from, until } = stretchOf('week', now, [now + 3_600_000, null, now + 4 * day]);
    assert.deepEqual([from, until], [new Date(2026, 6, 31).getTime(), new Date(2026, 7, 10, 12).getTime()]);
    assert.equal(stretchOf('week', now, [now + 20 * day]).until, new Date(2026, 7, 13).getTime());
    assert.equal(stretchOf('month', now, []).until, new Date(2026, 7, 7).getTime());
  });
});
