// Simulates people who use a plan and compares the forecast with straight lines over weeks. The table that it prints is
// the measure of pace.ts.
import assert from 'node:assert/strict';
import { forecast } from '../../../../../src/core/plan/forecast/pace.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import { type Sample, spanOf, trackOf, windowKey, withSample } from '../../../../../src/core/plan/forecast/samples.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Monday, at midnight by the machine's own clock. */
const start = new Date(2026, 0, 5).getTime();

type Random = () => number;

/** A small generator with a seed, so that every run sees the same people (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Person {
  readonly name: string;
  readonly window: QuotaWindow['type'];
  /** Percent of the window used in each minute of the days to come. */
  readonly demand: (random: Random, days: number) => number[];
}

const isWeekend = (dayIndex: number): boolean => dayIndex % 7 >= 5;
const perHour = (percent: number): number => percent / 60;

/** Calls `use` for each minute with the day and the hour of the day, as a fraction. */
function minutes(days: number, use: (dayIndex: number, hourOfDay: number) => number): number[] {
  return Array.from({ length: days * 1440 }, (_, index) => use(Math.floor(index / 1440), (index % 1440) / 60));
}

/** Works from nine to half past five at about the same pace all day. */
const steady =
  (pace: number) =>
  (random: Random, days: number): number[] => {
    const ofDay = Array.from({ length: days }, (_, index) => (isWeekend(index) ? 0 : 0.8 + 0.4 * random()));
    return minutes(days, (index, at) =>
      at > 9 && at < 17.5 && !(at > 12.5 && at < 13.2) ? perHour(pace) * (ofDay[index] ?? 0) * 2 * random() : 0,
    );
  };

/** Works the same hours, but in bursts: twenty minutes of much, then a while of nothing. */
const bursty =
  (pace: number) =>
  (random: Random, days: number): number[] => {
    let [left, isBurst] = [0, false];
    return minutes(days, (index, at) => {
      if (isWeekend(index) || at < 9 || at > 18) return 0;
      left -= 1;
      if (left <= 0) {
        isBurst = !isBurst;
        left = isBurst ? 8 + 24 * random() : 15 - 55 * Math.log(1 - random());
      }
      return isBurst ? perHour(pace) * 2 * random() : 0;
    });
  };

/** Looks in a few times a day, for a quarter of an hour. */
const idle =
  (pace: number) =>
  (random: Random, days: number): number[] => {
    let left = 0;
    return minutes(days, (_, at) => {
      if (at < 8 || at > 22) return 0;
      if (left <= 0 && random() < 1 / 240) left = 10 + 15 * random();
      left -= 1;
      return left > 0 ? perHour(pace) * 2 * random() : 0;
    });
  };

/** Works long days, so that windows reset while they are in use, evenings and weekends included. */
const across =
  (pace: number) =>
  (random: Random, days: number): number[] => {
    let [left, level] = [0, 1];
    return minutes(days, (_, at) => {
      if (at < 8 || at > 23.5) return 0;
      left -= 1;
      if (left <= 0) [left, level] = [60 + 60 * random(), 0.4 + 1.2 * random()];
      return perHour(pace) * level * 2 * random();
    });
  };

const people: readonly Person[] = [
  { name: 'steady, 5 hours', window: { kind: 'fiveHours' }, demand: steady(26) },
  { name: 'bursty, 5 hours', window: { kind: 'fiveHours' }, demand: bursty(75) },
  { name: 'idle, 5 hours', window: { kind: 'fiveHours' }, demand: idle(120) },
  { name: 'reset in between, 5 hours', window: { kind: 'fiveHours' }, demand: across(24) },
  { name: 'steady, week', window: { kind: 'week' }, demand: steady(2.6) },
  { name: 'bursty, week', window: { kind: 'week' }, demand: bursty(7.5) },
  { name: 'idle, week', window: { kind: 'week' }, demand: idle(14) },
  { name: 'reset in between, week', window: { kind: 'week' }, demand: across(1.15) },
];

/** One question put to every forecaster: minutes from now until the window is empty or starts anew. */
interface Checkpoint {
  readonly truth: number;
  readonly toReset: number;
  readonly pace: number;
  readonly range: readonly [earliest: number, latest: number];
  readonly sinceReset: number;
  readonly lastHour: number;
}

const days = 28;
const watchedUntil = 21;

/** Lives through four weeks of a person's use, with VS Code open from eight to six and a reading every five minutes. */
function live(person: Person, seed: number): { checkpoints: Checkpoint[]; asked: number } {
  const random = randomOf(seed);
  const demand = person.demand(random, days);
  const span = spanOf(person.window) ?? assert.fail();
  const cycles = cyclesOf(demand, span);
  const checkpoints: Checkpoint[] = [];
  let samples: readonly Sample[] = [];
  let asked = 0;
  let cycle = 0;
  for (let index = 0; index < watchedUntil * 1440; index += 5) {
    while ((cycles[cycle + 1]?.begin ?? Infinity) <= index) cycle += 1;
    const at = (index % 1440) / 60;
    const current = cycles[cycle];
    if (current === undefined || current.begin > index || at < 8 || at > 18) continue;
    const used = current.usedAt(index);
    const now = start + index * minute;
    const resetsAt = start + current.begin * minute + span;
    if (resetsAt <= now) continue;
    const figures = { usedPercent: Math.min(100, Math.round(used * 10) / 10), used: null, total: null, resetsAt };
    samples = withSample(samples, {
      at: now,
      plan: 'coding:Pro',
      windows: [{ key: windowKey(person.window), ...figures }],
    });
    if (index % 30 !== 0 || used >= 100) continue;
    asked += 1;
    const checkpoint = ask(person, samples, now, index, current);
    if (checkpoint !== null) checkpoints.push(checkpoint);
  }
  return { checkpoints, asked };
}

interface Cycle {
  /** Minutes since the start. */
  readonly begin: number;
  readonly usedAt: (index: number) => number;
}

/**
 * A window opens with the first use after the last one has ended, as the service's pools do; weeks follow one another.
 */
function cyclesOf(demand: readonly number[], span: number): Cycle[] {
  const total = [0];
  for (const [index, used] of demand.entries()) total.push((total[index] ?? 0) + used);
  const length = span / minute;
  const cycles: Cycle[] = [];
  for (let begin = 0; begin < demand.length; ) {
    if (span < day) while (begin < demand.length && demand[begin] === 0) begin += 1;
    const from = begin;
    cycles.push({ begin: from, usedAt: (index) => (total[index] ?? Infinity) - (total[from] ?? 0) });
    begin += length;
  }
  return cycles;
}

function ask(
  { window }: Person,
  samples: readonly Sample[],
  now: number,
  index: number,
  cycle: Cycle,
): Checkpoint | null {
  const reading = samples.at(-1)?.windows[0] ?? assert.fail();
  const { usedPercent, resetsAt } = reading;
  if (usedPercent === null || resetsAt === null || usedPercent >= 100) return null;
  const quota: QuotaWindow = { type: window, usedPercent, used: null, total: null, left: null, resetsAt, perTool: [] };
  const track = trackOf(samples, quota, now);
  const answer = forecast(quota, track, now);
  if (answer.kind === 'unknown' || answer.kind === 'empty') return null;
  const toReset = (resetsAt - now) / minute;
  const capped = (pace: number): number => (pace <= 0 ? toReset : Math.min(toReset, (100 - usedPercent) / pace));
  const until = (time: number | null): number => (time === null ? toReset : (time - now) / minute);
  let truth = 0;
  while (truth < toReset && cycle.usedAt(index + truth) < 100) truth += 1;
  const before = [...track].reverse().find(({ at }) => at <= now - hour) ?? track[0] ?? assert.fail();
  const sinceBefore = before.usedPercent <= usedPercent ? usedPercent - before.usedPercent : usedPercent;
  return {
    truth,
    toReset,
    pace: until(answer.kind === 'runsOut' ? answer.at : null),
    range: [
      until(answer.kind === 'lasts' ? null : answer.earliest),
      until(answer.kind === 'runsOut' ? answer.latest : null),
    ],
    sinceReset: capped(usedPercent / Math.max(1, index - cycle.begin)),
    lastHour: capped(sinceBefore / Math.max(1, (now - before.at) / minute)),
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Row {
  readonly name: string;
  readonly asked: number;
  readonly claimed: number;
  /** The questions where somebody, or the truth, says that the window does not last. */
  readonly open: readonly Checkpoint[];
  readonly all: readonly Checkpoint[];
}

function rowOf(person: Person, index: number): Row {
  const lives = Array.from({ length: 3 }, (_, seed) => live(person, 1000 * (index + 1) + seed));
  const all = lives.flatMap(({ checkpoints }) => checkpoints);
  const open = all.filter(({ toReset, truth, pace, sinceReset, lastHour }) =>
    [truth, pace, sinceReset, lastHour].some((value) => value < toReset),
  );
  return { name: person.name, asked: lives.reduce((sum, { asked }) => sum + asked, 0), claimed: all.length, open, all };
}

const errors = ({ open }: Pick<Row, 'open'>, by: 'pace' | 'sinceReset' | 'lastHour'): number[] =>
  open.map((one) => Math.abs(one[by] - one.truth));
/** Half a forecast step either way is what the range is rounded by. */
const covered = ({ open }: Row): number =>
  mean(open.map(({ truth, range: [earliest, latest] }) => (truth >= earliest - 10 && truth <= latest + 10 ? 1 : 0)));

function table(rows: readonly Row[]): string {
  const both = (row: Row, by: 'pace' | 'sinceReset' | 'lastHour'): string =>
    `${median(errors(row, by)).toFixed(0)} / ${mean(errors(row, by)).toFixed(0)}`;
  const lines = rows.map((row) => [
    row.name,
    `${row.open.length}`,
    `${Math.round((100 * row.claimed) / row.asked)} %`,
    both(row, 'pace'),
    both(row, 'sinceReset'),
    both(row, 'lastHour'),
    `${Math.round(100 * covered(row))} %`,
  ]);
  const head = [
    'person, window',
    'questions',
    'answered',
    'forecast',
    'line since reset',
    'line of last hour',
    'in the range',
  ];
  return [head, ...lines]
    .map((cells) => cells.map((cell, column) => (column === 0 ? cell.padEnd(26) : cell.padStart(18))).join(''))
    .join('\n');
}

describe('the forecast against simulated people', function () {
  this.timeout(120_000);
  let rows: readonly Row[] = [];

  before(() => {
    rows = people.map(rowOf);
    console.log(
      `\nError of the time until empty or reset, in minutes, median / mean, where it is an open question:\n${table(rows)}\n`,
    );
  });

  for (const span of ['5 hours', 'week']) {
    it(`has a smaller median error than either straight line, all people with a window of ${span} together`, () => {
      const open = rows.filter(({ name }) => name.endsWith(span)).flatMap((row) => row.open);
      const [pace, sinceReset, lastHour] = (['pace', 'sinceReset', 'lastHour'] as const).map((by) =>
        median(errors({ open }, by)),
      );
      assert.ok(pace !== undefined && sinceReset !== undefined && lastHour !== undefined);
      assert.ok(pace < sinceReset && pace < lastHour, `${pace} against ${sinceReset} and ${lastHour}`);
    });
  }

  it('is for none of them worse than the better line by more than a minute or two', () => {
    for (const row of rows) {
      const better = Math.min(median(errors(row, 'sinceReset')), median(errors(row, 'lastHour')));
      assert.ok(median(errors(row, 'pace')) < better + 2, row.name);
    }
  });

  it('gives a range that holds the truth about eight times in ten', () => {
    for (const row of rows) assert.ok(covered(row) > 0.7, `${row.name}: ${covered(row)}`);
  });
});
