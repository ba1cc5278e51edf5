// Quota readings over time: what one reading keeps, how the list stays bounded, and the track of one window in it.
import type { PlanFigures } from '../plan-state.ts';
import type { QuotaWindow, WindowType } from '../quota-window.ts';

export interface WindowReading {
  /** Names the window across readings. By {@link windowKey}. */
  readonly key: string;
  readonly usedPercent: number | null;
  readonly used: number | null;
  readonly total: number | null;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number | null;
}

/** The plan's name in a sample; null where the service gave none. */
export function planInSample(plan: Sample['plan']): Pick<PlanFigures, 'plan' | 'name'> {
  const name = plan.slice(plan.indexOf(':') + 1);
  return { plan: plan.startsWith('entry:') ? 'entry' : 'coding', name: name === '' ? null : name };
}

/** All windows as they were read at one moment. */
export interface Sample {
  /** Milliseconds since the epoch, by this machine's clock. */
  readonly at: number;
  /** Which plan the figures belong to: shares of another plan are shares of something else. */
  readonly plan: string;
  readonly windows: readonly WindowReading[];
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A name for a window that stays the same from reading to reading. */
export function windowKey({ kind, ...rest }: WindowType): string {
  return 'name' in rest ? `${kind}:${rest.name ?? ''}` : kind;
}

/** The type that {@link windowKey} named. */
export function typeOfKey(key: string): WindowType {
  const [kind = '', ...rest] = key.split(':');
  const name = rest.join(':');
  switch (kind) {
    case 'fiveHours':
    case 'week':
    case 'monthlyTools':
    case 'credit':
      return { kind };
    case 'units':
      return { kind, name: name === '' ? null : name };
    default:
      return { kind: 'other', name: rest.length === 0 ? key : name };
  }
}

/** How long a window lasts from reset to reset, in milliseconds; null where its kind does not say. */
export function spanOf({ kind }: WindowType): number | null {
  switch (kind) {
    case 'fiveHours':
      return 5 * hour;
    case 'week':
      return 7 * day;
    case 'monthlyTools':
      return 30 * day;
    case 'credit':
    case 'units':
    case 'other':
      return null;
  }
}

/** What is kept of freshly read figures. */
export function sampleOf(figures: PlanFigures): Sample {
  const windows = figures.windows.map(({ type, usedPercent, used, total, resetsAt }) => ({
    key: windowKey(type),
    usedPercent,
    used,
    total,
    resetsAt,
  }));
  return { at: figures.readAt, plan: `${figures.plan}:${figures.name ?? ''}`, windows };
}

const oldest = 35 * day;
/** How finely the past is kept: the further back, the coarser. Together at most a few hundred readings. */
const layers = [
  { age: 2 * day, step: 4 * 60_000 },
  { age: 15 * day, step: hour / 2 },
  { age: oldest, step: 6 * hour },
];
export const mostSamples = 1500;

/** Adds a reading and thins out what is old. Readings from a future that a wrong clock has made are dropped. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const past = samples.filter(({ at }) => at < sample.at);
  const kept = [...past, sample].filter((one, index, all) => isKept(all[index - 1], one, all[index + 1], sample.at));
  return kept.slice(-mostSamples);
}

/**
 * The last reading of each step is kept, and those around every reset and emptying: they carry the shape of the curve.
 */
function isKept(before: Sample | undefined, sample: Sample, next: Sample | undefined, now: number): boolean {
  if (before === undefined || next === undefined) return next === undefined || now - sample.at <= oldest;
  const layer = layers.find(({ age }) => now - sample.at <= age);
  if (layer === undefined) return false;
  const sameStep = Math.floor(sample.at / layer.step) === Math.floor(next.at / layer.step);
  return !sameStep || sample.plan !== next.plan || turnsBetween(sample, next) || turnsBetween(before, sample);
}

/** Whether a window was reset or emptied between two readings. */
function turnsBetween(earlier: Sample, later: Sample): boolean {
  const afterwards = new Map(later.windows.map(({ key, usedPercent }) => [key, usedPercent]));
  return earlier.windows.some(({ key, usedPercent: before }) => {
    const after = afterwards.get(key) ?? null;
    return isDrop(before, after) || (before !== null && after !== null && before < 100 && after >= 100);
  });
}

/** Figures are corrected downwards a little at times; only a larger step back is a new beginning. */
function isDrop(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && after < before - 2;
}

export interface TrackPoint {
  readonly at: number;
  readonly usedPercent: number;
  readonly resetsAt: number | null;
  /** True for the first reading after a reset. */
  readonly isFresh: boolean;
}

/**
 * The readings of one window, oldest first, as far as they can be compared with the newest: of the same plan and the
 * same total. What lies after `now` was written by a clock that was wrong, and is left out.
 */
export function trackOf(samples: readonly Sample[], window: QuotaWindow, now: number): readonly TrackPoint[] {
  const key = windowKey(window.type);
  const past = samples.filter(({ at }) => at <= now);
  const plan = past.at(-1)?.plan;
  const points: TrackPoint[] = [];
  for (const sample of past) {
    const reading = sample.windows.find((one) => one.key === key);
    const { usedPercent = null, total = null, resetsAt = null } = reading ?? {};
    const comparable = sample.plan === plan && (total === null || window.total === null || total === window.total);
    if (!comparable) points.length = 0;
    const before = points.at(-1);
    if (!comparable || usedPercent === null || (before !== undefined && sample.at <= before.at)) continue;
    points.push({
      at: sample.at,
      usedPercent,
      resetsAt,
      isFresh: before !== undefined && startsAnew(before, usedPercent, sample.at),
    });
  }
  return points;
}

function startsAnew(before: TrackPoint, usedPercent: number, at: number): boolean {
  if (isDrop(before.usedPercent, usedPercent)) return true;
  // A reset while little was used leaves no visible step, but the announced time has passed.
  return before.resetsAt !== null && before.resetsAt <= at;
}
