// The range of time that a chart shows, and its ticks.
import type { Times } from './page-context.ts';

export const ranges = ['today', 'week', 'month'] as const;
export type TimeRange = (typeof ranges)[number];

export interface Stretch {
  readonly from: number;
  readonly until: number;
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * The past of the range, and of the future as much as the windows still have, but no more than the same time again. It
 * is the same for all charts of the page, so that they can be compared.
 */
export function stretchOf(range: TimeRange, now: number, resets: readonly (number | null)[]): Stretch {
  if (range === 'today') return { from: midnight(now, 0), until: midnight(now, 1) };
  const past = range === 'week' ? 6 : 29;
  const furthest = midnight(now, range === 'week' ? 7 : 14);
  const last = Math.max(...resets.map((resetsAt) => Math.min(resetsAt ?? 0, furthest)));
  return { from: midnight(now, -past), until: Math.max(midnight(now, 1), last) };
}

/** As many ticks as fit, at full hours or at midnights. */
export function ticksOf(range: TimeRange, { from, until }: Stretch, width: number, times: Times): readonly Tick[] {
  const most = Math.max(2, Math.floor(width / 72));
  if (range === 'today') {
    const every = [2, 3, 4, 6, 12].find((hours) => 24 / hours <= most) ?? 12;
    return Array.from({ length: 24 / every + 1 }, (_, index) => atHour(from, index * every)).map((at) => ({
      at,
      label: times.hour(at),
    }));
  }
  const days = Math.round((until - from) / day);
  const every = [1, 2, 3, 5, 7, 10, 14].find((step) => days / step <= most) ?? 14;
  const label = days > 7 ? times.date : times.weekday;
  return Array.from({ length: Math.floor(days / every) + 1 }, (_, index) => midnight(from, index * every)).map(
    (at) => ({ at, label: label(at) }),
  );
}

/** Midnight of the day so many days away, by the clock on the wall: days are not always 24 hours long. */
function midnight(time: number, days: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function atHour(dayStart: number, hours: number): number {
  const date = new Date(dayStart);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), hours).getTime();
}
