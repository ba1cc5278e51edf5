// Where the quota went: of the days that the charts show, and of each window since its reset.
import { type Breakdown, breakdownOf } from '../../usage/breakdown/breakdown.ts';
import type { CountedGrowth } from '../../usage/breakdown/attribution.ts';
import type { CountedAnswer } from '../../usage/counted-answer.ts';
import { type Sample, spanOf } from '../forecast/samples.ts';
import type { QuotaWindow } from '../quota-window.ts';
import { growthOf, lastCycle } from './counted-growth.ts';

/** The days up to now, from midnight where the person is; or the window itself, since its last reset. */
export type BreakdownScope = 'today' | 'week' | 'month' | 'window';

export interface PlanBreakdown {
  readonly scope: BreakdownScope;
  /** Whose figures these are. */
  readonly window: QuotaWindow;
  /** From when on, in milliseconds since the epoch; null where the window's beginning is not known. */
  readonly from: number | null;
  readonly breakdown: Breakdown;
  /** What was counted between two readings of which only the second falls into the time; in the unit. */
  readonly straddling: number;
}

/** @param answers that the plan of this account paid for. */
export function planBreakdowns(
  windows: readonly QuotaWindow[],
  samples: readonly Sample[],
  answers: readonly CountedAnswer[],
  now: number,
): readonly PlanBreakdown[] {
  const measured = windows
    .filter(countsAnswers)
    .map((window) => ({ window, growth: growthOf(samples, window, now) }))
    .filter(({ growth }) => growth.stretches.length > 0);
  const best = [...measured].sort((one, other) => precision(other) - precision(one))[0];
  const days =
    best === undefined ? [] : (['today', 'week', 'month'] as const).map((scope) => ofDays(scope, best, answers, now));
  const cycles = measured
    .filter(({ window }) => window.resetsAt === null || window.resetsAt > now)
    .map((one) => ofCycle(one, answers, now));
  return [...days, ...cycles];
}

interface Measured {
  readonly window: QuotaWindow;
  readonly growth: CountedGrowth;
}

/** Calls of tools are no answers, and of a window of an unknown type nobody can say what it counts. */
export function countsAnswers({ type }: QuotaWindow): boolean {
  return type.kind !== 'monthlyTools' && type.kind !== 'other';
}

/** Tokens tell more than percent; of two alike the longer window loses less at its resets. */
function precision({ window, growth }: Measured): number {
  const span = spanOf(window.type) ?? 0;
  return growth.unit === 'tokens' ? span + Number.MAX_SAFE_INTEGER / 2 : span;
}

function ofDays(
  scope: 'today' | 'week' | 'month',
  { window, growth }: Measured,
  answers: readonly CountedAnswer[],
  now: number,
): PlanBreakdown {
  const from = beginOfDays(scope, now);
  const touching = growth.stretches.filter(({ until }) => until > from);
  const stretches = touching.filter((one) => one.from !== null && one.from >= from);
  const straddling = touching.reduce((sum, one) => (one.from === null || one.from < from ? sum + one.amount : sum), 0);
  const breakdown = breakdownOf({ ...growth, stretches }, answersIn(answers, from, now));
  return { scope, window, from, breakdown, straddling };
}

function ofCycle({ window, growth }: Measured, answers: readonly CountedAnswer[], now: number): PlanBreakdown {
  const cycle = lastCycle(growth);
  const from = cycle.stretches[0]?.from ?? null;
  const breakdown = breakdownOf(cycle, from === null ? [] : answersIn(answers, from, now));
  return { scope: 'window', window, from, breakdown, straddling: 0 };
}

function answersIn(answers: readonly CountedAnswer[], from: number, now: number): CountedAnswer[] {
  return answers.filter(({ at }) => at > from && at <= now);
}

const daysBefore = { today: 0, week: 6, month: 29 } as const;

/** Midnight by the clock on the wall: days are not always 24 hours long. */
export function beginOfDays(scope: 'today' | 'week' | 'month', now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore[scope]).getTime();
}
