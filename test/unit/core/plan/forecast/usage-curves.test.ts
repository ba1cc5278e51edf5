import assert from 'node:assert/strict';
import { usageCurvesOf } from '../../../../../src/core/plan/forecast/usage-curves.ts';
import type { TrackPoint } from '../../../../../src/core/plan/forecast/samples.ts';

const point = (at: number, usedPercent: number, resetsAt: number | null, isFresh = false): TrackPoint => ({
  at,
  usedPercent,
  resetsAt,
  isFresh,
});

describe('the usage curves of a window', () => {
  it('is one curve while there was no reset', () => {
    const track = [point(1, 10, 9), point(2, 20, 9)];
    assert.deepEqual(usageCurvesOf(track, null), {
      curves: [
        [
          { at: 1, usedPercent: 10 },
          { at: 2, usedPercent: 20 },
        ],
      ],
      resets: [],
    });
    assert.deepEqual(usageCurvesOf([], null), { curves: [], resets: [] });
  });

  it('ends a curve where the reset was announced, with what was seen last, and begins the next at zero', () => {
    assert.deepEqual(usageCurvesOf([point(1, 60, 4), point(6, 5, 14, true)], null), {
      curves: [
        [
          { at: 1, usedPercent: 60 },
          { at: 4, usedPercent: 60 },
        ],
        [
          { at: 4, usedPercent: 0 },
          { at: 6, usedPercent: 5 },
        ],
      ],
      resets: [4],
    });
  });

  it('begins the next where its span says, since a pool opens with its first use', () => {
    const { curves, resets } = usageCurvesOf([point(1, 60, 4), point(20, 5, 28, true)], 10);
    assert.deepEqual(
      [curves[1], resets],
      [
        [
          { at: 18, usedPercent: 0 },
          { at: 20, usedPercent: 5 },
        ],
        [4],
      ],
    );
  });

  it('sets a reset that nobody announced where it was seen', () => {
    assert.deepEqual(usageCurvesOf([point(1, 60, null), point(6, 5, null, true)], null).resets, [6]);
  });
});
