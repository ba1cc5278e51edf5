// The values that a chart shows one by one: to whoever points at it, or moves through it by keys.
import type { WindowView } from '../../protocol/plan.ts';
import type { Stretch } from './time-range.ts';

export interface ChartValue {
  readonly at: number;
  /** Percent used; of a forecast the expected one. */
  readonly share: number;
  /** What the share is likely between; null for a reading. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

/** The readings and what is forecast behind them, in the time shown, oldest first. */
export function valuesOf(
  { curves, ahead }: Pick<WindowView, 'curves' | 'ahead'>,
  { from, until }: Stretch,
): readonly ChartValue[] {
  const readings = curves.flat().map(({ at, usedPercent }) => ({ at, share: usedPercent, range: null }));
  const last = readings.at(-1)?.at ?? from;
  // What is used up cannot be used further.
  const forecasts = ahead
    .filter(({ at }) => at > last)
    .map(({ at, expected, low, high }) => ({
      at,
      share: Math.min(100, expected),
      range: { low: Math.min(100, low), high: Math.min(100, high) },
    }));
  return [...readings, ...forecasts].filter(({ at }) => at >= from && at <= until);
}

/** The place of the value nearest to an instant; -1 where there is none. */
export function nearestTo(values: readonly ChartValue[], time: number): number {
  const distance = (value: ChartValue): number => Math.abs(value.at - time);
  return values.reduce((best, value, index) => {
    const before = values[best];
    return before === undefined || distance(value) < distance(before) ? index : best;
  }, -1);
}

/** How many steps lead from one end of a chart to the other, at most. */
const mostSteps = 48;

/** The place to which a key leads; null for a key that leads nowhere. */
export function placeAfter(key: string, place: number, count: number): number | null {
  const step = Math.max(1, Math.ceil(count / mostSteps));
  const inside = (wanted: number): number => Math.max(0, Math.min(count - 1, wanted));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return inside(place - step);
    case 'ArrowRight':
    case 'ArrowUp':
      return inside(place + step);
    case 'PageDown':
      return inside(place - 6 * step);
    case 'PageUp':
      return inside(place + 6 * step);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
