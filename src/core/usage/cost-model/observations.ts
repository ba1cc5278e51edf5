// What the service counted over a time beside the answers that were given here in it: what the cost of a token is
// learned from.
import type { CountedGrowth, Stretch } from '../breakdown/attribution.ts';
import { type CountedAnswer, tokensIn } from '../counted-answer.ts';

/**
 * How long after an answer the service's figures may hold it, in milliseconds. Nobody says which, so all are tried.
 */
export const delays = [0, 15_000, 60_000] as const;

export interface Observation {
  /** In the growth's unit. */
  readonly growth: number;
  /** Milliseconds. */
  readonly duration: number;
  /** For each of the `delays` the answers that the growth holds, oldest first. */
  readonly answers: readonly (readonly CountedAnswer[])[];
}

/** Nobody worked here for so long: what grew meanwhile is no part of what came before. */
const longestPause = 30 * 60_000;

/** So many steps of the service's rounding are to lie in an observation, or the rounding would be all that it says. */
const stepsEach = 2;

/**
 * Where the service's rounding hides what answers took, several readings are one observation. What was counted around a
 * reset, or could not be counted any more, is in none.
 *
 * @param limit in the growth's unit; the service counts nothing beyond it.
 * @param answers that the plan paid for, in any order.
 */
export function observationsOf(
  { stretches, resolution }: CountedGrowth,
  limit: number,
  answers: readonly CountedAnswer[],
): Observation[] {
  const sorted = [...answers].sort((one, other) => one.at - other.at);
  const runs = usableRuns(stretches, limit - resolution).map((run) =>
    run.flatMap((stretch) => observationIn(stretch, sorted)),
  );
  const grown = sum(runs.flat().map((one) => one.growth));
  const tokens = sum(runs.flat().map(tokensOf));
  const fewestTokens = grown > 0 ? (stepsEach * resolution * tokens) / grown : 0;
  return runs.flatMap((run) => joined(run, fewestTokens));
}

/** Stretches that adjoin. */
function usableRuns(stretches: readonly Stretch[], limit: number): Stretch[][] {
  const runs: Stretch[][] = [[]];
  let counted = 0;
  for (const stretch of stretches) {
    counted = stretch.isFirst ? stretch.amount : counted + stretch.amount;
    if (stretch.isFirst || counted >= limit) runs.push([]);
    else runs.at(-1)?.push(stretch);
  }
  return runs;
}

function observationIn({ from, until, amount }: Stretch, sorted: readonly CountedAnswer[]): Observation[] {
  if (from === null) return [];
  const answers = delays.map((delay) =>
    sorted.slice(firstAfter(sorted, from - delay), firstAfter(sorted, until - delay)),
  );
  return [{ growth: amount, duration: until - from, answers }];
}

/** The place of the first answer after an instant, found by halving. */
function firstAfter(sorted: readonly CountedAnswer[], time: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? Infinity) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

function joined(run: readonly Observation[], fewestTokens: number): Observation[] {
  const observations: Observation[] = [];
  let open: Observation | null = null;
  for (const next of run) {
    if (open !== null && tokensOf(next) === 0 && next.duration > longestPause) {
      observations.push(open);
      open = null;
    }
    const all: Observation = open === null ? next : together(open, next);
    const tokens = tokensOf(all);
    const isWhole = tokens === 0 || tokens >= fewestTokens;
    if (isWhole) observations.push(all);
    open = isWhole ? null : all;
  }
  return open === null ? observations : [...observations, open];
}

function together(one: Observation, other: Observation): Observation {
  return {
    growth: one.growth + other.growth,
    duration: one.duration + other.duration,
    answers: one.answers.map((answers, index) => [...answers, ...(other.answers[index] ?? [])]),
  };
}

/** As if the service's figures held each answer at once. */
function tokensOf({ answers }: Observation): number {
  return sum((answers[0] ?? []).map(tokensIn));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
