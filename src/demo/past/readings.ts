// Five weeks that the demo's subscriber might have behind them: office hours on weekdays, pools of five hours that are
// opened by the first prompt, weeks of different weight. What was asked and what was read of it belong together, and
// end with the figures of now.
import { type Sample, sampleOf } from '../../core/plan/forecast/samples.ts';
import type { PlanFigures } from '../../core/plan/plan-state.ts';
import { isUsedUp, type QuotaWindow } from '../../core/plan/quota-window.ts';
import { poolAllowance, weekAllowance } from '../accounts/usage.ts';
import { type PastTurn, type PastUse, usesIn } from './uses.ts';
import { activityAt, varied } from './working-hours.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const length = 35 * day;

/**
 * How closely readings follow one another, as they would have been thinned out by now; more of them at work and now.
 */
function stepAt(time: number, now: number): number {
  const age = now - time;
  const isAtWork = activityAt(time) > 0 || age <= 5 * hour;
  if (age <= 2 * day) return isAtWork ? 10 * minute : 30 * minute;
  return age <= 15 * day ? 30 * minute : hour;
}

interface Cycle {
  readonly from: number;
  readonly until: number;
  /** Percent used at its end, or now. */
  readonly ends: number;
}

/** The share used in a cycle at an instant: what was done up to then, in proportion to all that was done in it. */
function shareIn({ from, until, ends }: Cycle, time: number, now: number): number {
  const end = Math.min(until, now);
  let done = 0;
  let all = 0;
  for (let at = from; at < end; at += 15 * minute) {
    // Whoever signs in at night has used something at night.
    const activity = activityAt(at) + 0.02;
    all += activity;
    if (at < time) done += activity;
  }
  return all === 0 ? ends : (done / all) * ends;
}

/** The cycles of a window that starts anew by the calendar, the last one being the one that is under way. */
function calendarCycles(window: QuotaWindow, span: number, now: number, endOf: (cycle: Cycle) => number): Cycle[] {
  const cycles: Cycle[] = [];
  for (let until = window.resetsAt ?? now + span; until > now - length; until -= span) {
    const cycle = { from: until - span, until, ends: window.usedPercent ?? 0 };
    cycles.unshift(until > now ? cycle : { ...cycle, ends: endOf(cycle) });
  }
  return cycles;
}

/** Pools open at nine and at two on weekdays, and the one that is under way when it says. */
function poolCycles(pool: QuotaWindow, now: number): Cycle[] {
  const last: Cycle = {
    from: (pool.resetsAt ?? now + hour) - 5 * hour,
    until: pool.resetsAt ?? now + hour,
    ends: pool.usedPercent ?? 0,
  };
  const cycles: Cycle[] = [];
  const today = new Date(now);
  for (let days = 35; days >= 0; days -= 1) {
    for (const opens of [9, 14]) {
      const from = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days, opens).getTime();
      if (activityAt(from) === 0 || from + 5 * hour > last.from) continue;
      cycles.push({ from, until: from + 5 * hour, ends: 35 + 60 * varied(from / hour) });
    }
  }
  return [...cycles, last];
}

/** As much as the week that is under way leaves room for. */
function fittedToWeek(pools: readonly Cycle[], pool: QuotaWindow, week: QuotaWindow | undefined): readonly Cycle[] {
  const begun = (week?.resetsAt ?? 0) - 7 * day;
  if (week === undefined) return pools;
  const isOfWeek = ({ from }: Cycle): boolean => from >= begun;
  const earlier = pools.slice(0, -1).filter(isOfWeek);
  const room = tokensOf(week, week.usedPercent ?? 0) - tokensOf(pool, pool.usedPercent ?? 0);
  const taken = earlier.reduce((sum, { ends }) => sum + tokensOf(pool, ends), 0);
  const factor = taken === 0 ? 1 : Math.min(1, Math.max(0, room / taken));
  return pools.map((cycle, place) =>
    place < pools.length - 1 && isOfWeek(cycle) ? { ...cycle, ends: cycle.ends * factor } : cycle,
  );
}

/** How many tokens of a window a share is. */
function tokensOf({ type, total }: QuotaWindow, percent: number): number {
  return (percent / 100) * (total ?? (type.kind === 'week' ? weekAllowance : poolAllowance));
}

export interface Past {
  /** Oldest first, all of the same plan. */
  readonly samples: readonly Sample[];
  /** Oldest first. */
  readonly uses: readonly PastUse[];
}

const nothing: Past = { samples: [], uses: [] };

/**
 * What was before these figures. Nothing but for a subscriber with quota left: everybody else of the demo shows what a
 * first day looks like.
 *
 * @param turns the answers of conversations that are kept, oldest first
 */
export function pastBefore(figures: PlanFigures, turns: readonly PastTurn[]): Past {
  if (figures.level !== 'pro' || figures.windows.some(isUsedUp)) return nothing;
  const now = figures.readAt;
  const pool = figures.windows.find(({ type }) => type.kind === 'fiveHours');
  const week = figures.windows.find(({ type }) => type.kind === 'week');
  const pools = pool === undefined ? [] : fittedToWeek(poolCycles(pool, now), pool, week);
  const uses = pool === undefined ? [] : pools.flatMap((cycle) => usesOfPool(cycle, pools, pool, turns, now));
  const readers = figures.windows.flatMap((window) => {
    const read = readerOf(window, pools, uses, now);
    return read === null ? [] : [{ window, read }];
  });
  const samples: Sample[] = [];
  for (let at = now - length; at < now - minute; at += stepAt(at, now)) {
    const windows = readers.map(({ window, read }) => read(window, at));
    samples.push(sampleOf({ ...figures, windows, readAt: at }));
  }
  return { samples, uses };
}

function usesOfPool(
  cycle: Cycle,
  pools: readonly Cycle[],
  pool: QuotaWindow,
  turns: readonly PastTurn[],
  now: number,
): readonly PastUse[] {
  const nearest = (turn: PastTurn): Cycle | undefined =>
    pools.toSorted((one, other) => Math.abs(one.from - turn.at) - Math.abs(other.from - turn.at))[0];
  const own = turns.filter((turn) => nearest(turn) === cycle);
  return usesIn(cycle.from, Math.min(cycle.until, now), tokensOf(pool, cycle.ends), own, turns);
}

type Read = (window: QuotaWindow, at: number) => QuotaWindow;

/** Null for a window of which no past is made up. */
function readerOf(window: QuotaWindow, pools: readonly Cycle[], uses: readonly PastUse[], now: number): Read | null {
  const usedBetween = (from: number, until: number): number =>
    uses.reduce((sum, { at, tokens }) => (at >= from && at <= until ? sum + tokens : sum), 0);
  switch (window.type.kind) {
    case 'fiveHours':
      return (pool, at) => {
        const cycle = cycleAt(pools, at);
        // A pool that nobody has opened is full, and has no end.
        return cycle === undefined ? used(pool, 0, null) : used(pool, usedBetween(cycle.from, at), cycle.until);
      };
    case 'week':
      return weekReader(window, usedBetween, now);
    case 'monthlyTools': {
      const usual = ({ until }: Cycle): number => 70 * (0.7 + 0.5 * varied(until / (30 * day)));
      const cycles = calendarCycles(window, 30 * day, now, usual);
      return (tools, at) => {
        const cycle = cycleAt(cycles, at);
        return used(tools, tokensOf(tools, cycle === undefined ? 0 : shareIn(cycle, at, now)), cycle?.until ?? null);
      };
    }
    case 'credit':
    case 'units':
    case 'other':
      return null;
  }
}

function weekReader(window: QuotaWindow, usedBetween: (from: number, until: number) => number, now: number): Read {
  const shareOf = (from: number, until: number): number => (usedBetween(from, until) / tokensOf(window, 100)) * 100;
  const cycles = calendarCycles(window, 7 * day, now, ({ from, until }) => shareOf(from, until));
  // What no pool of this week accounts for was used elsewhere.
  const elsewhere = cycles.map((cycle) => ({
    ...cycle,
    ends: Math.max(0, cycle.ends - shareOf(cycle.from, Math.min(cycle.until, now))),
  }));
  return (week, at) => {
    const cycle = cycleAt(cycles, at);
    const other = cycleAt(elsewhere, at);
    if (cycle === undefined || other === undefined) return used(week, 0, null);
    const share = shareOf(cycle.from, at) + shareIn(other, at, now);
    return used(week, tokensOf(week, Math.min(share, cycle.ends)), cycle.until);
  };
}

function cycleAt(cycles: readonly Cycle[], at: number): Cycle | undefined {
  return cycles.find(({ from, until }) => at >= from && at < until);
}

function used(window: QuotaWindow, amount: number, resetsAt: number | null): QuotaWindow {
  const total = window.total ?? tokensOf(window, 100);
  const usedPercent = Math.round((amount / total) * 1000) / 10;
  return { ...window, usedPercent, used: window.total === null ? null : Math.round(amount), resetsAt };
}
