import assert from 'node:assert/strict';
import type { PlanFigures } from '../../../../../src/core/plan/plan-state.ts';
import {
  type Notice,
  noticesDue,
  type PlanReading,
  stillHolds,
  type Warned,
} from '../../../../../src/core/plan/watch/warnings.ts';

const now = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;

function figures(pool: number | null, week: number | null = 10, resetsAt: number | null = now + hour): PlanFigures {
  const window = (kind: 'fiveHours' | 'week', usedPercent: number | null): PlanFigures['windows'][number] => ({
    type: { kind },
    usedPercent,
    used: null,
    total: null,
    left: null,
    resetsAt,
    perTool: [],
  });
  return {
    plan: 'coding',
    name: 'Pro',
    level: null,
    renewal: null,
    windows: [window('fiveHours', pool), window('week', week)],
    models: [],
    readAt: now,
  };
}

/** The warnings after each reading in turn. */
function warnedOf(
  thresholds: readonly number[],
  ...readings: readonly (readonly [figures: PlanFigures, at: number])[]
): string[][] {
  let warned: readonly Warned[] = [];
  return readings.map(([reading, at]) => {
    const due = noticesDue({ figures: reading, isLimitHit: false }, thresholds, warned, at);
    warned = due.warned;
    return due.notices.flatMap((one) => (one.kind === 'warning' ? [`${one.window.type.kind} ${one.threshold}`] : []));
  });
}

/** The limits that are told of as having room again, after each reading in turn. */
function refilledOf(
  thresholds: readonly number[],
  ...readings: readonly (readonly [figures: PlanFigures, rest?: Partial<PlanReading>, at?: number])[]
): (string | null)[] {
  let warned: readonly Warned[] = [];
  return readings.map(([reading, rest, at = now]) => {
    const due = noticesDue({ figures: reading, isLimitHit: false, ...rest }, thresholds, warned, at);
    warned = due.warned;
    return due.notices.find(({ kind }) => kind === 'refilled')?.window.type.kind ?? null;
  });
}

const limitHit = { isLimitHit: true };

describe('a warning', () => {
  it('comes when a threshold is reached, once', () => {
    assert.deepEqual(warnedOf([80], [figures(79), now], [figures(80), now], [figures(85), now], [figures(99), now]), [
      [],
      ['fiveHours 80'],
      [],
      [],
    ]);
  });

  it('comes for each window by itself', () => {
    assert.deepEqual(warnedOf([80], [figures(85, 10), now], [figures(85, 90), now]), [['fiveHours 80'], ['week 80']]);
  });

  it('comes once where several windows have reached theirs, for the fullest', () => {
    assert.deepEqual(warnedOf([80], [figures(85, 97), now], [figures(90, 98), now]), [['week 80'], []]);
  });

  it('comes for each of several thresholds, and only for the highest of those passed at once', () => {
    assert.deepEqual(warnedOf([80, 95, 100], [figures(81), now], [figures(100), now]), [
      ['fiveHours 80'],
      ['fiveHours 100'],
    ]);
    assert.deepEqual(warnedOf([80, 95], [figures(97), now], [figures(99), now]), [['fiveHours 95'], []]);
  });

  it('comes again in the next cycle, by the reset that was announced or by the fall that is seen', () => {
    assert.deepEqual(warnedOf([80], [figures(85), now], [figures(85, 10, now + 6 * hour), now + hour]), [
      ['fiveHours 80'],
      ['fiveHours 80'],
    ]);
    assert.deepEqual(
      warnedOf([80], [figures(85, 10, null), now], [figures(5, 10, null), now], [figures(85, 10, null), now]),
      [['fiveHours 80'], [], ['fiveHours 80']],
    );
  });

  it('does not come again while a reset slides ahead of its window', () => {
    assert.deepEqual(warnedOf([80], [figures(85), now], [figures(86, 10, now + 2 * hour), now + hour / 2]), [
      ['fiveHours 80'],
      [],
    ]);
  });

  it('does not come for a share that is unknown, nor without thresholds', () => {
    assert.deepEqual(warnedOf([80], [figures(null, null), now]), [[]]);
    assert.deepEqual(warnedOf([], [figures(100, 100), now]), [[]]);
  });
});

describe('that a limit has room again', () => {
  it('is told once where the warning said that it was used up', () => {
    assert.deepEqual(refilledOf([80], [figures(100)], [figures(100)], [figures(0)], [figures(3)]), [
      null,
      null,
      'fiveHours',
      null,
    ]);
  });

  it('is told where an answer was refused for it, whatever was warned about', () => {
    for (const thresholds of [[], [80], [80, 95]]) {
      assert.deepEqual(
        refilledOf(thresholds, [figures(85)], [figures(100), limitHit], [figures(0), {}, now + 2 * hour]),
        [null, null, 'fiveHours'],
      );
    }
  });

  it('is told by the reset that was announced, before the share is known to have fallen far', () => {
    assert.deepEqual(refilledOf([100], [figures(100)], [figures(60, 10, now + 6 * hour), {}, now + hour]), [
      null,
      'fiveHours',
    ]);
  });

  it('is not told to somebody who never met it used up', () => {
    assert.deepEqual(refilledOf([80], [figures(85)], [figures(100)], [figures(0)]), [null, null, null]);
    assert.deepEqual(refilledOf([], [figures(100)], [figures(0)]), [null, null]);
  });

  it('is not told while another limit is used up, nor of a share that is unknown', () => {
    assert.deepEqual(refilledOf([100], [figures(100, 100)], [figures(0, 100)]), [null, null]);
    assert.deepEqual(refilledOf([100], [figures(100)], [figures(null, 10, now + 6 * hour), {}, now + hour]), [
      null,
      null,
    ]);
  });

  it('is told of the next cycle too', () => {
    const again = [figures(100), limitHit] as const;
    assert.deepEqual(refilledOf([80], again, [figures(0)], again, [figures(1)]), [
      null,
      'fiveHours',
      null,
      'fiveHours',
    ]);
  });

  it('says nothing twice under an answer that was refused for it', () => {
    const due = noticesDue({ figures: figures(100), ...limitHit }, [80], [], now);
    assert.deepEqual(due.notices, []);
    assert.deepEqual(due.warned, [{ key: 'fiveHours', threshold: 80, resetsAt: now + hour, isKnownUsedUp: true }]);
  });
});

describe('what was said of a limit', () => {
  const said = (pool: number, resetsAt: number | null = now + hour): Notice[] => [
    ...noticesDue({ figures: figures(pool, 10, resetsAt), isLimitHit: false }, [80], [], now).notices,
  ];
  const holds = (notices: readonly Notice[], later: PlanFigures): boolean[] =>
    notices.map((notice) => stillHolds(notice, later));

  it('holds while more is used, and no longer once it is used up, falls, or resets', () => {
    const warning = said(80);
    assert.deepEqual(holds(warning, figures(99)), [true]);
    assert.deepEqual(holds(warning, figures(100)), [false]);
    assert.deepEqual(holds(warning, figures(79)), [false]);
    assert.deepEqual(holds(warning, { ...figures(90), readAt: now + hour }), [false]);
    assert.deepEqual(holds(warning, { ...figures(90), windows: [] }), [false]);
  });

  it('holds of a limit that is used up while it is, also where no reset is named', () => {
    assert.deepEqual(holds(said(100, null), figures(100, 10, null)), [true]);
    assert.deepEqual(holds(said(100, null), figures(99, 10, null)), [false]);
  });

  it('holds of one that has room again while no limit is used up', () => {
    const refilled: Notice[] = figures(3)
      .windows.slice(0, 1)
      .map((window) => ({ kind: 'refilled', window }));
    assert.deepEqual(holds(refilled, figures(99)), [true]);
    assert.deepEqual(holds(refilled, figures(3, 100)), [false]);
  });
});
