// A person's habit of use: how much each hour of the day brings, what weekends change, how bursty it is.

/** What was used between two instants, in percent of a window. */
export interface Step {
  readonly from: number;
  readonly until: number;
  readonly amount: number;
}

export interface Habit {
  /** Expected use at an instant, in percent a millisecond. */
  readonly paceAt: (time: number) => number;
  /** Variance of a sum of use over its mean: about the size of a single burst, in percent. */
  readonly burstiness: number;
  /** Relative uncertainty of the habit itself: 1 where hardly anything was seen. */
  readonly uncertainty: number;
  /** How long a pace that differs from the habit goes on, in milliseconds: the time in which it fades to a third. */
  readonly persistence: number;
}

const hour = 60 * 60 * 1000;
/** A longer step says how much was used, but not at which hours. */
const longestTelling = 3 * hour;
/** Each hour of the day starts from the average of all, as firmly as if it had been seen for this long. */
const priorTime = hour;
/**
 * Bounds for how alike neighbouring quarters of an hour are: a pace persists from twelve minutes to two and a half
 * hours.
 */
const leastAlike = 0.3;
const mostAlike = 0.9;
/** So much of the average, in time, is assumed for weekends and working days before any was seen. */
const priorDay = 12 * hour;

export function createHabit(steps: readonly Step[]): Habit {
  const average =
    sum(steps.map(({ amount }) => amount)) / Math.max(hour, sum(steps.map(({ from, until }) => until - from)));
  const pieces = steps.filter((step) => step.amount === 0 || step.until - step.from <= longestTelling).flatMap(hourly);
  const hours = Array.from({ length: 24 }, () => ({ time: priorTime, amount: average * priorTime }));
  for (const piece of pieces) {
    const bin = hours[hourOf(piece.from)];
    if (bin === undefined) continue;
    bin.time += piece.until - piece.from;
    bin.amount += piece.amount;
  }
  const byHour = (time: number): number => {
    const bin = hours[hourOf(time)];
    return bin === undefined ? average : bin.amount / bin.time;
  };
  const [workdays, weekends] = [false, true].map((weekend) =>
    factor(
      pieces.filter(({ from }) => isWeekend(from) === weekend),
      byHour,
      average,
    ),
  );
  const paceAt = (time: number): number => byHour(time) * ((isWeekend(time) ? weekends : workdays) ?? 1);
  return {
    paceAt,
    burstiness: burstiness(pieces, paceAt),
    uncertainty: uncertainty(pieces),
    persistence: persistence(pieces, paceAt),
  };
}

/** How much more or less a kind of day brings than its hours alone would say. */
function factor(pieces: readonly Step[], byHour: (time: number) => number, average: number): number {
  const prior = average * priorDay;
  const expected = sum(pieces.map(({ from, until }) => byHour(from) * (until - from)));
  return expected + prior === 0 ? 1 : (sum(pieces.map(({ amount }) => amount)) + prior) / (expected + prior);
}

/** Bursts outlast single readings, so the spread is measured over blocks of several lengths, and the largest counts. */
function burstiness(pieces: readonly Step[], paceAt: (time: number) => number): number {
  return Math.max(...[0.5, 1, 2].map((hours) => dispersion(pieces, paceAt, hours * hour)));
}

/** The variance of what blocks of this length brought, over their mean. */
function dispersion(pieces: readonly Step[], paceAt: (time: number) => number, length: number): number {
  const blocks = [...blocksOf(pieces, paceAt, length).values()];
  const mean = sum(blocks.map(({ expected }) => expected));
  const squares = sum(blocks.map(({ amount, expected }) => (amount - expected) ** 2));
  return mean > 0 ? squares / mean : 0;
}

interface Block {
  amount: number;
  expected: number;
}

/** What was used and what the habit expected in each block of time, by the block's number. */
function blocksOf(pieces: readonly Step[], paceAt: (time: number) => number, length: number): Map<number, Block> {
  const blocks = new Map<number, Block>();
  for (const { from, until, amount } of pieces) {
    const index = Math.floor(from / length);
    const block = blocks.get(index) ?? { amount: 0, expected: 0 };
    block.amount += amount;
    block.expected += paceAt(from) * (until - from);
    blocks.set(index, block);
  }
  return blocks;
}

/** From how alike the deviations of neighbouring blocks are; an hour as long as little was seen. */
function persistence(pieces: readonly Step[], paceAt: (time: number) => number): number {
  const length = hour / 4;
  const deviations = new Map(
    [...blocksOf(pieces, paceAt, length)].map(([index, { amount, expected }]) => [index, amount - expected]),
  );
  let alike = 0;
  let all = 0;
  for (const [index, deviation] of deviations) {
    const next = deviations.get(index + 1);
    if (next === undefined) continue;
    alike += deviation * next;
    all += deviation ** 2;
  }
  if (deviations.size < 16 || all === 0) return hour;
  return -length / Math.log(Math.min(mostAlike, Math.max(leastAlike, alike / all)));
}

/** One over the root of the hours in which something was used. */
function uncertainty(pieces: readonly Step[]): number {
  const active = new Set(pieces.filter(({ amount }) => amount > 0).map(({ from }) => Math.floor(from / hour)));
  return 1 / Math.sqrt(Math.max(1, active.size));
}

/** Cuts a step at every full hour, its amount shared out by time. */
function hourly({ from, until, amount }: Step): Step[] {
  const pieces: Step[] = [];
  for (let start = from; start < until; ) {
    const end = Math.min(until, (Math.floor(start / hour) + 1) * hour);
    pieces.push({ from: start, until: end, amount: (amount * (end - start)) / (until - from) });
    start = end;
  }
  return pieces;
}

/** By the machine's own time zone, since habits follow the clock on the wall. */
function hourOf(time: number): number {
  return new Date(time).getHours();
}

function isWeekend(time: number): boolean {
  return [0, 6].includes(new Date(time).getDay());
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
