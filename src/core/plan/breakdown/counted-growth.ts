// What the service counted of one window between its readings.
import type { CountedGrowth, Stretch } from '../../usage/breakdown/attribution.ts';
import { type Sample, spanOf, type TrackPoint, trackOf, windowKey } from '../forecast/samples.ts';
import type { QuotaWindow } from '../quota-window.ts';

interface Value {
  readonly point: TrackPoint;
  /** In the growth's unit. */
  readonly amount: number;
}

/**
 * All that the readings tell of a window; of each of its cycles the stretches add up to the last figure. What was used
 * between a last reading and the reset behind it is in no figure, so it is in no stretch.
 */
export function growthOf(samples: readonly Sample[], window: QuotaWindow, now: number): CountedGrowth {
  const track = trackOf(samples, window, now);
  const used = usedTokens(samples, window);
  const inTokens = track.length > 0 && track.every(({ at }) => used.has(at));
  const values = track.map((point) => ({
    point,
    amount: inTokens ? (used.get(point.at) ?? 0) : point.usedPercent,
  }));
  const cycles = inCycles(values);
  return {
    unit: inTokens ? 'tokens' : 'percent',
    resolution: inTokens ? 0 : resolutionOf(track),
    stretches: cycles.flatMap((cycle, index) => stretchesOf(cycle, cycles[index - 1]?.at(-1)?.point ?? null, window)),
  };
}

/** The stretches of the cycle that the last reading is in. */
export function lastCycle({ stretches, ...growth }: CountedGrowth): CountedGrowth {
  return {
    ...growth,
    stretches: stretches.slice(
      Math.max(
        0,
        stretches.findLastIndex(({ isFirst }) => isFirst),
      ),
    ),
  };
}

/** Amounts used at each reading, where the window counts tokens and says how many. */
function usedTokens(samples: readonly Sample[], { type }: QuotaWindow): ReadonlyMap<number, number> {
  if (type.kind !== 'fiveHours' && type.kind !== 'week') return new Map();
  const key = windowKey(type);
  return new Map(
    samples.flatMap(({ at, windows }): [number, number][] => {
      const used = windows.find((one) => one.key === key)?.used ?? null;
      return used === null ? [] : [[at, used]];
    }),
  );
}

function inCycles(values: readonly Value[]): Value[][] {
  const cycles: Value[][] = [];
  for (const value of values) {
    if (value.point.isFresh || cycles.length === 0) cycles.push([]);
    cycles.at(-1)?.push(value);
  }
  return cycles;
}

/** @param before the last reading of the cycle before; null where none is known. */
function stretchesOf(cycle: readonly Value[], before: TrackPoint | null, window: QuotaWindow): Stretch[] {
  return neverFalling(cycle).map(({ point, amount }, index, all) => {
    const earlier = all[index - 1];
    return {
      from: earlier?.point.at ?? beginOf(point, before, window),
      until: point.at,
      amount: amount - (earlier?.amount ?? 0),
      isFirst: earlier === undefined,
    };
  });
}

/** Figures are corrected downwards at times: what was counted before is then as much as the later figure says. */
function neverFalling(cycle: readonly Value[]): Value[] {
  let least = Infinity;
  return cycle
    .map((_, index) => {
      const value = cycle.at(-1 - index);
      least = Math.min(least, value?.amount ?? least);
      return least;
    })
    .reverse()
    .flatMap((amount, index) => {
      const value = cycle[index];
      return value === undefined ? [] : [{ ...value, amount }];
    });
}

/** When the cycle that this reading is the first of began; null where nobody knows. */
function beginOf({ at, resetsAt }: TrackPoint, before: TrackPoint | null, { type }: QuotaWindow): number | null {
  if (before !== null) {
    const announced = before.resetsAt ?? before.at;
    return announced > before.at && announced <= at ? announced : before.at;
  }
  const span = spanOf(type);
  return resetsAt === null || span === null ? null : Math.min(resetsAt - span, at);
}

const finest = 0.001;

/** The coarsest step, in percent, that all shares are multiples of; 0 where there is none. */
function resolutionOf(track: readonly TrackPoint[]): number {
  const fits = (step: number): boolean =>
    track.every(({ usedPercent }) => Math.abs(usedPercent / step - Math.round(usedPercent / step)) < finest);
  return [1, 0.1].find(fits) ?? 0;
}
