// Knows the picture of a window's past and its table of values.
import assert from 'node:assert/strict';
import { pictureOf } from '../../../../src/core/plan/picture.ts';
import { samplesCsv } from '../../../../src/core/plan/samples-csv.ts';
import type { TrackPoint } from '../../../../src/core/plan/samples.ts';

const point = (at: number, usedPercent: number, resetsAt: number | null, isFresh = false): TrackPoint => ({ at, usedPercent, resetsAt, isFresh });

describe('the picture of a window', () => {
  it('is one curve while there was no reset', () => {
    const track = [point(1, 10, 9), point(2, 20, 9)];
    assert.deepEqual(pictureOf(track, null), { curves: [[{ at: 1, usedPercent: 10 }, { at: 2, usedPercent: 20 }]], resets: [] });
    assert.deepEqual(pictureOf([], null), { curves: [], resets: [] });
  });

  it('ends a curve where the reset was announced, with what was seen last, and begins the next at zero', () => {
    assert.deepEqual(pictureOf([point(1, 60, 4), point(6, 5, 14, true)], null), {
      curves: [[{ at: 1, usedPercent: 60 }, { at: 4, usedPercent: 60 }], [{ at: 4, usedPercent: 0 }, { at: 6, usedPercent: 5 }]],
      resets: [4],
    });
  });

  it('begins the next where its span says, since a pool opens with its first use', () => {
    const { curves, resets } = pictureOf([point(1, 60, 4), point(20, 5, 28, true)], 10);
    assert.deepEqual([curves[1], resets], [[{ at: 18, usedPercent: 0 }, { at: 20, usedPercent: 5 }], [4]]);
  });

  it('sets a reset that nobody announced where it was seen', () => {
    assert.deepEqual(pictureOf([point(1, 60, null), point(6, 5, null, true)], null).resets, [6]);
  });
});

describe('the readings as comma-separated values', () => {
  const reading = { key: 'fiveHours', usedPercent: 34.5, used: null, total: 40, resetsAt: 3_600_000 };

  it('are one line a window and reading, with unknown values empty and times in UTC', () => {
    assert.equal(
      samplesCsv([{ at: 0, plan: 'coding:Pro', windows: [reading] }]),
      'time,plan,window,used_percent,used,total,resets_at\r\n1970-01-01T00:00:00.000Z,coding:Pro,fiveHours,34.5,,40,1970-01-01T01:00:00.000Z\r\n',
    );
  });

  it('quote what would end a field, and keep a spreadsheet from running what begins like a formula', () => {
    const csv = samplesCsv([{ at: 0, plan: 'coding:a "b", c', windows: [{ ...reading, key: '=1+1' }] }]);
    assert.match(csv, /,"coding:a ""b"", c",'=1\+1,34\.5,/);
  });
});
