// Five weeks of readings that the demo's subscriber might have behind them: office hours on weekdays, pools of five
// hours that are opened by the first prompt, weeks of different weight. They end with the figures of now.
import { type Sample, sampleOf } from '../../core/plan/forecast/samples.ts';
import type { PlanFigures } from '../../core/plan/plan-state.ts';
import { isUsedUp, type QuotaWindow } from '../../core/plan/quota-window.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const length = 35 * day;

/** How closely readings follow one another, as they would have been thinned out by now. */
function stepAt(age: number): number {
  if (age <= 2 * day) return 10 * minute;
  return age <= 15 * day ? 30 * minute : hour;
}

/** How much somebody works at an instant, from 0 to about 1, by the clock on the wall. */
function activityAt(time: number): number {
  const date = new Date(time);
  const at = date.getHours() + date.getMinutes() / 60;
  if ([0, 6].includes(date.getDay()) || at < 9 || at >= 18 || (at >= 12.5 && at < 13.5)) return 0;
  return 0.65 + 0.35 * Math.sin(time / (37 * minute)) * Math.cos(time / (9 * hour));
}

/** From 0 to 1, the same for the same number: no two weeks and no two pools are alike. */
function varied(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
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
  let [done, all] = [0, 0];
  for (let at = from; at < end; at += 15 * minute) {
    // Whoever signs in at night has used something at night.
    const activity = activityAt(at) + 0.02;
    all += activity;
    if (at < time) done += activity;
  }
  return all === 0 ? ends : (done / all) * ends;
}

/** The cycles of a window that starts anew by the calendar, the last one being the one that is under way. */
function calendarCycles(window: QuotaWindow, span: number, now: number, usual: number): Cycle[] {
  const cycles: Cycle[] = [];
  for (let until = window.resetsAt ?? now + span; until > now - length; until -= span) {
    const ends = until > now ? (window.usedPercent ?? 0) : usual * (0.7 + 0.5 * varied(until / span));
    cycles.unshift({ from: until - span, until, ends });
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

function cyclesOf(window: QuotaWindow, now: number): readonly Cycle[] | null {
  switch (window.type.kind) {
    case 'fiveHours':
      return poolCycles(window, now);
    case 'week':
      return calendarCycles(window, 7 * day, now, 62);
    case 'monthlyTools':
      return calendarCycles(window, 30 * day, now, 70);
    case 'credit':
    case 'units':
    case 'other':
      return null;
  }
}

/**
 * The readings before these figures, oldest first, all of the same plan. None but for a subscriber with quota left:
 * everybody else of the demo shows what a first day looks like.
 */
export function readingsBefore(figures: PlanFigures): readonly Sample[] {
  if (figures.level !== 'pro' || figures.windows.some(isUsedUp)) return [];
  const now = figures.readAt;
  const cycles = figures.windows.map((window) => ({ window, cycles: cyclesOf(window, now) }));
  const samples: Sample[] = [];
  for (let at = now - length; at < now - minute; at += stepAt(now - at)) {
    const windows = cycles.flatMap(({ window, cycles: all }): QuotaWindow[] => {
      if (all === null) return [];
      const cycle = all.find(({ from, until }) => at >= from && at < until);
      // A pool that nobody has opened is full, and has no end.
      if (cycle === undefined) return [used(window, 0, null)];
      return [used(window, shareIn(cycle, at, now), cycle.until)];
    });
    samples.push(sampleOf({ ...figures, windows, readAt: at }));
  }
  return samples;
}

function used(window: QuotaWindow, share: number, resetsAt: number | null): QuotaWindow {
  const { total } = window;
  const usedPercent = Math.round(share * 10) / 10;
  return { ...window, usedPercent, used: total === null ? null : Math.round((total * share) / 100), resetsAt };
}
