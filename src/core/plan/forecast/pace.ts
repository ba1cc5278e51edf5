// How fast a quota window is being used and when it will be empty at that pace, as far as the stored readings show.
import type { QuotaWindow } from '../quota-window.ts';
import { spanOf, type TrackPoint } from './samples.ts';
import { createHabit, type Habit, type Step } from './habit.ts';

export type Forecast =
  /** There is nothing to go by: the share is unknown, the reset is, or too little has been seen yet. */
  | { readonly kind: 'unknown'; readonly reason: 'share' | 'reset' | 'samples' }
  /** The window is empty now. */
  | { readonly kind: 'empty' }
  /** Enough is left, even if use goes badly. */
  | { readonly kind: 'lasts'; readonly line: readonly ForecastPoint[] }
  /** It should last, but may not: from `earliest` on, in milliseconds since the epoch. */
  | { readonly kind: 'mayRunOut'; readonly earliest: number; readonly line: readonly ForecastPoint[] }
  /**
   * It will be empty about `at`, eight times in ten between `earliest` and `latest`; `latest` null where it may last
   * after all.
   */
  | {
      readonly kind: 'runsOut';
      readonly at: number;
      readonly earliest: number;
      readonly latest: number | null;
      readonly line: readonly ForecastPoint[];
    };

/** Where the share used is expected at an instant, in percent of the window, with the range of eight cases in ten. */
export interface ForecastPoint {
  readonly at: number;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const longestStep = 10 * minute;

const fewestPoints = 4;
/** Less than this of watching says nothing, whatever the figures do. */
const shortestWatch = 20 * minute;
/** A forecast reaches at most this many times as far as what was seen. */
const reach = 8;
/** Eight cases in ten lie within so many standard deviations of a normal distribution. */
const deviations = 1.28;
const linePoints = 48;
/** "Runs out about" is said where it is so about three times in four; below that it only may be. */
const likelyPlace = -0.6;

/** What is expected of `window` from `now` to its reset, judged by its track (samples.ts). */
export function forecast(window: QuotaWindow, track: readonly TrackPoint[], now: number): Forecast {
  const { usedPercent, resetsAt } = window;
  if (usedPercent === null) return { kind: 'unknown', reason: 'share' };
  if (usedPercent >= 100) return { kind: 'empty' };
  if (resetsAt === null || resetsAt <= now) return { kind: 'unknown', reason: 'reset' };
  const steps = stepsOf(track, spanOf(window.type));
  if (!isEnough(track, steps, resetsAt - now)) return { kind: 'unknown', reason: 'samples' };
  return judged(projection(usedPercent, now, resetsAt, steps), resetsAt);
}

/** What was used between each two readings. A reset in between splits the time: before it nothing more was seen. */
function stepsOf(track: readonly TrackPoint[], span: number | null): readonly Step[] {
  const [first] = track;
  const begun = first === undefined || first.resetsAt === null || span === null ? null : first.resetsAt - span;
  const steps: Step[] = [];
  if (first !== undefined && begun !== null && begun < first.at && first.usedPercent > 0) {
    steps.push({ from: begun, until: first.at, amount: first.usedPercent });
  }
  for (const [index, point] of track.entries()) {
    const before = track[index - 1];
    if (before === undefined) continue;
    if (point.isFresh)
      steps.push({ from: freshStart(before, point, span), until: point.at, amount: point.usedPercent });
    // Who has nothing left uses nothing, which does not say that they would have.
    else if (before.usedPercent < 100)
      steps.push({ from: before.at, until: point.at, amount: Math.max(0, point.usedPercent - before.usedPercent) });
  }
  return steps;
}

function freshStart(before: TrackPoint, point: TrackPoint, span: number | null): number {
  const announced =
    before.resetsAt !== null && before.resetsAt > before.at && before.resetsAt < point.at ? before.resetsAt : before.at;
  const counted = point.resetsAt !== null && span !== null ? point.resetsAt - span : announced;
  return Math.min(Math.max(announced, counted), point.at - minute);
}

function isEnough(track: readonly TrackPoint[], steps: readonly Step[], ahead: number): boolean {
  const first = track[0];
  const last = track.at(-1);
  if (first === undefined || last === undefined || track.length < fewestPoints) return false;
  const watched = last.at - first.at;
  const seen = Math.max(watched, last.at - (steps[0]?.from ?? last.at));
  // A day without its night would take every hour for a working hour.
  return watched >= shortestWatch && ahead <= reach * seen && (ahead <= day / 2 || seen >= day);
}

interface Projection {
  readonly line: readonly ForecastPoint[];
  readonly at: number | null;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly isLikely: boolean;
}

/** Adds up what is expected from now on: the present pace, fading into the habit of each hour. */
function projection(usedPercent: number, now: number, resetsAt: number, steps: readonly Step[]): Projection {
  const habit = createHabit(steps);
  const surplus = recentPace(steps, now, habit.persistence) - habit.paceAt(now);
  const left = 100 - usedPercent;
  const line: ForecastPoint[] = [{ at: now, expected: usedPercent, low: usedPercent, high: usedPercent }];
  const step = Math.min(longestStep, Math.max(minute, (resetsAt - now) / 300));
  const drawnEvery = Math.max(step, (resetsAt - now) / linePoints);
  let isLikely = false;
  let [used, at, earliest, latest]: [number, number | null, number | null, number | null] = [0, null, null, null];
  for (let time = now; time < resetsAt; ) {
    const end = Math.min(time + step, resetsAt);
    const middle = (time + end) / 2;
    const pace = Math.max(0, habit.paceAt(middle) + surplus * Math.exp((now - middle) / habit.persistence));
    used += pace * (end - time);
    const low = quantile(used, habit, -deviations);
    const expected = quantile(used, habit, 0);
    const high = quantile(used, habit, deviations);
    time = end;
    if (high >= left) earliest ??= time;
    if (expected >= left) at ??= time;
    if (low >= left) latest ??= time;
    isLikely ||= quantile(used, habit, likelyPlace) >= left;
    const drawnLast = line.at(-1)?.at ?? now;
    if (time - drawnLast >= drawnEvery || time === resetsAt) {
      line.push({ at: time, low: usedPercent + low, expected: usedPercent + expected, high: usedPercent + high });
    }
  }
  return { line, at, earliest, latest, isLikely };
}

/**
 * Where a sum of use with this mean lies at a place of the normal distribution, in standard deviations. Use comes in
 * bursts, so sums are taken as gamma distributed, never below zero and with a long tail above, by the approximation of
 * Wilson and Hilferty. That the habit itself is only known from so many hours widens the range, but pulls its middle
 * nowhere.
 */
function quantile(mean: number, { burstiness, uncertainty }: Habit, place: number): number {
  if (mean <= 0) return 0;
  const ninths = burstiness / (9 * mean);
  return mean * Math.max(0, 1 - ninths + place * Math.sqrt(ninths + uncertainty ** 2 / 9)) ** 3;
}

function judged({ line, at, earliest, latest, isLikely }: Projection, resetsAt: number): Forecast {
  if (earliest === null || earliest >= resetsAt) return { kind: 'lasts', line };
  return at === null || !isLikely
    ? { kind: 'mayRunOut', earliest, line }
    : { kind: 'runsOut', at, earliest, latest, line };
}

/** Percent a millisecond within half the time that a pace is known to persist, the newest counting most. */
function recentPace(steps: readonly Step[], now: number, persistence: number): number {
  let amount = 0;
  let time = 0;
  for (const { from, until, amount: used } of steps) {
    const weight = Math.exp((2 * (until - now)) / persistence);
    amount += used * weight;
    time += (until - from) * weight;
  }
  return time > 0 ? amount / time : 0;
}
