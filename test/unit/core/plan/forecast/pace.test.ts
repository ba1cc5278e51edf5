// How good the forecast is, pace-simulation.test.ts measures.
import assert from 'node:assert/strict';
import { type Forecast, forecast } from '../../../../../src/core/plan/forecast/pace.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import { type Sample, trackOf } from '../../../../../src/core/plan/forecast/samples.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Wednesday at nine, by the machine's own clock. */
const nine = new Date(2026, 0, 14, 9).getTime();

interface Reading {
  readonly at: number;
  readonly used: number;
  readonly resetsAt?: number;
  readonly plan?: string;
}

function asked(
  readings: readonly Reading[],
  resetsAt: number | null,
  now: number,
  kind: 'fiveHours' | 'week' = 'fiveHours',
): Forecast {
  const samples: Sample[] = readings.map(({ at, used, resetsAt: then = resetsAt, plan = 'coding:Pro' }) => ({
    at,
    plan,
    windows: [{ key: kind, usedPercent: used, used: null, total: null, resetsAt: then }],
  }));
  const window: QuotaWindow = {
    type: { kind },
    usedPercent: readings.at(-1)?.used ?? null,
    used: null,
    total: null,
    left: null,
    resetsAt,
    perTool: [],
  };
  return forecast(window, trackOf(samples, window, now), now);
}

/** A reading every five minutes at so many percent an hour. */
function steady(from: number, minutes: number, perHour: number, first = 0): Reading[] {
  return Array.from({ length: minutes / 5 + 1 }, (_, index) => ({
    at: from + index * 5 * minute,
    used: first + (perHour * index * 5) / 60,
  }));
}

describe('the forecast of a window', () => {
  it('says when it will be empty at a steady pace', () => {
    const now = nine + 2 * hour;
    const answer = asked(steady(nine, 120, 30), nine + 5 * hour, now);
    if (answer.kind !== 'runsOut') return assert.fail(answer.kind);
    assert.ok(Math.abs(answer.at - (nine + (100 / 30) * hour)) < 10 * minute, new Date(answer.at).toString());
    assert.ok(answer.earliest <= answer.at && (answer.latest === null || answer.at <= answer.latest));
  });

  it('says that it lasts where half the pace would do', () => {
    const answer = asked(steady(nine, 120, 8), nine + 5 * hour, nine + 2 * hour);
    const { at, expected } = (answer.kind === 'lasts' ? answer.line.at(-1) : undefined) ?? assert.fail(answer.kind);
    assert.equal(at, nine + 5 * hour);
    assert.ok(expected > 30 && expected < 50, String(expected));
  });

  it('says no more than that it may run out where that is open', () => {
    const bursts = [0, 0, 12, 24, 24, 24, 24, 36, 36, 36, 48, 48, 48].map((used, index) => ({
      at: nine + index * 10 * minute,
      used,
    }));
    const answer = asked(bursts, nine + 4.5 * hour, nine + 2 * hour);
    assert.ok(answer.kind === 'mayRunOut' || (answer.kind === 'runsOut' && answer.latest === null), answer.kind);
  });

  it('claims nothing from few readings, or from a short while', () => {
    const few = [
      { at: nine, used: 10 },
      { at: nine + 40 * minute, used: 30 },
      { at: nine + 80 * minute, used: 50 },
    ];
    assert.deepEqual(asked(few, nine + 5 * hour, nine + 80 * minute), { kind: 'unknown', reason: 'samples' });
    assert.deepEqual(asked(steady(nine, 15, 60), nine + 5 * hour, nine + 15 * minute), {
      kind: 'unknown',
      reason: 'samples',
    });
  });

  it('claims nothing of a week from a morning', () => {
    const answer = asked(
      steady(nine, 120, 5, 0).map((reading) => ({ ...reading, resetsAt: nine + 7 * day })),
      nine + 7 * day,
      nine + 2 * hour,
      'week',
    );
    assert.deepEqual(answer, { kind: 'unknown', reason: 'samples' });
  });

  it('claims nothing where the share or the reset is unknown, and says when nothing is left', () => {
    const readings = steady(nine, 120, 30);
    assert.deepEqual(asked([], nine + hour, nine), { kind: 'unknown', reason: 'share' });
    assert.deepEqual(asked(readings, null, nine + 2 * hour), { kind: 'unknown', reason: 'reset' });
    assert.deepEqual(asked(readings, nine + hour, nine + 2 * hour), { kind: 'unknown', reason: 'reset' });
    assert.deepEqual(asked([...readings, { at: nine + 2 * hour + 1, used: 100 }], nine + 5 * hour, nine + 3 * hour), {
      kind: 'empty',
    });
  });

  it('is not fooled by a night: a week of working days does not empty at the pace of its mornings', () => {
    const days = [0, 1].flatMap((index) =>
      steady(nine + index * day, 480, 1.5, index * 12).map((reading) => ({ ...reading, resetsAt: nine + 5 * day })),
    );
    const now = nine + day + 8 * hour;
    const answer = asked(days, nine + 5 * day, now, 'week');
    // At the pace of the day, 1.5 an hour, the 76 that are left would be gone in 51 hours; with nights it is three days
    // more.
    const at =
      answer.kind === 'runsOut' ? answer.at : answer.kind === 'mayRunOut' || answer.kind === 'lasts' ? Infinity : 0;
    assert.ok(at > now + 60 * hour, answer.kind);
  });

  it('is not fooled by a reset: use before it is no part of the new window', () => {
    const before = steady(nine, 240, 24).map((reading) => ({ ...reading, resetsAt: nine + 4 * hour + minute }));
    const after = steady(nine + 4 * hour + 5 * minute, 30, 24, 2);
    const answer = asked([...before, ...after], nine + 9 * hour, nine + 4 * hour + 35 * minute);
    const when =
      answer.kind === 'runsOut' ? answer.at : answer.kind === 'mayRunOut' ? answer.earliest : assert.fail(answer.kind);
    assert.ok(when > nine + 6 * hour, new Date(when).toString());
  });

  it('is not fooled by another plan: its shares are shares of something else', () => {
    const lite = steady(nine, 120, 40).map((reading) => ({ ...reading, plan: 'coding:Lite' }));
    const pro = steady(nine + 2 * hour + 5 * minute, 10, 2, 1);
    assert.deepEqual(asked([...lite, ...pro], nine + 5 * hour, nine + 2 * hour + 15 * minute), {
      kind: 'unknown',
      reason: 'samples',
    });
  });

  it('is not fooled by a clock that jumped', () => {
    const ahead = { at: nine + 30 * day, used: 90 };
    const readings = steady(nine, 120, 8);
    assert.deepEqual(
      asked([...readings.slice(0, 12), ahead, ...readings.slice(12)], nine + 5 * hour, nine + 2 * hour),
      asked(readings, nine + 5 * hour, nine + 2 * hour),
    );
  });

  it('draws a line that never falls, from now to the reset, with the expected between low and high', () => {
    const answer = asked(steady(nine, 120, 12), nine + 5 * hour, nine + 2 * hour);
    const line = 'line' in answer ? answer.line : [];
    assert.deepEqual([line[0]?.at, line.at(-1)?.at], [nine + 2 * hour, nine + 5 * hour]);
    for (const [index, { expected, low, high }] of line.entries()) {
      assert.ok(low <= expected && expected <= high);
      assert.ok(expected >= (line[index - 1]?.expected ?? 0));
    }
  });
});
