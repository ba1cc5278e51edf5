// What a person is told of their limits unasked: each threshold once per window and cycle, and that what they found
// used up can be used again.
import type { PlanFigures } from '../plan-state.ts';
import { isKnownKind, isUsedUp, type QuotaWindow } from '../quota-window.ts';
import { windowKey } from '../forecast/samples.ts';

/** A warning that was shown, kept until the cycle is over. */
export interface Warned {
  readonly key: string;
  /** The highest threshold that was warned about, in percent. */
  readonly threshold: number;
  /** When that cycle ends, as far as it was known. */
  readonly resetsAt: number | null;
  /** Whether the person knows that it was used up: they were told, or an answer was refused for it. */
  readonly isKnownUsedUp: boolean;
}

export type Notice =
  /** Of a threshold that was reached, in percent. */
  | { readonly kind: 'warning'; readonly window: QuotaWindow; readonly threshold: number }
  /** Of a window that the person knew as used up and that has room again, as have all others. */
  | { readonly kind: 'refilled'; readonly window: QuotaWindow };

export interface NoticesDue {
  readonly notices: readonly Notice[];
  readonly warned: readonly Warned[];
}

export interface PlanReading {
  readonly figures: PlanFigures;
  /** Whether the person has just read under an answer that a limit is used up, which is not said twice. */
  readonly isLimitHit: boolean;
}

/**
 * What to say now, and what has been said after that. Where several thresholds were passed at once, only the highest is
 * warned about, and of several windows only the fullest: one event, one notification. A cycle is over when its reset
 * has passed or its use has fallen below the threshold.
 * @param thresholds in percent
 * @param now milliseconds since the epoch
 */
export function noticesDue(
  { figures, isLimitHit }: PlanReading,
  thresholds: readonly number[],
  warned: readonly Warned[],
  now: number,
): NoticesDue {
  const known = figures.windows.filter((one) => isKnownKind(one.type));
  const over = warned.filter((one) => isOver(one, figures, now));
  let warning: (Notice & { kind: 'warning' }) | null = null;
  const after = new Map(warned.filter((one) => !over.includes(one)).map((one) => [one.key, one]));
  for (const window of known) {
    const key = windowKey(window.type);
    const used = window.usedPercent ?? 0;
    const before = after.get(key);
    const threshold = Math.max(...thresholds.filter((one) => used >= one), 0);
    const isReached = threshold > (before?.threshold ?? 0);
    if (isReached && (warning === null || used > (warning.window.usedPercent ?? 0)))
      warning = { kind: 'warning', window, threshold };
    const isNoticed = isUsedUp(window) && (isReached || isLimitHit);
    if (isReached) after.set(key, { key, threshold, resetsAt: window.resetsAt, isKnownUsedUp: isNoticed });
    else if (isNoticed)
      after.set(key, { key, threshold: 100, resetsAt: window.resetsAt, ...before, isKnownUsedUp: true });
  }
  const news = warning === null || (isLimitHit && isUsedUp(warning.window)) ? [] : [warning];
  return { notices: [...news, ...refilledOf(known, over)], warned: [...after.values()] };
}

/** Whether what was said once is true of these later figures as well. */
export function stillHolds(notice: Notice, { windows, readAt }: PlanFigures): boolean {
  if (notice.kind === 'refilled') return !windows.some(isUsedUp);
  const { window: before, threshold } = notice;
  const window = windows.find(({ type }) => windowKey(type) === windowKey(before.type));
  if (window === undefined || (before.resetsAt !== null && before.resetsAt <= readAt)) return false;
  return (window.usedPercent ?? 100) >= threshold && isUsedUp(window) === isUsedUp(before);
}

/** At most one: while another window is used up, room in this one is of no use. */
function refilledOf(windows: readonly QuotaWindow[], over: readonly Warned[]): readonly Notice[] {
  if (windows.some(isUsedUp)) return [];
  const known = over.filter(({ isKnownUsedUp }) => isKnownUsedUp).map(({ key }) => key);
  const refilled = windows.find(({ type, usedPercent }) => usedPercent !== null && known.includes(windowKey(type)));
  return refilled === undefined ? [] : [{ kind: 'refilled', window: refilled }];
}

function isOver({ key, threshold, resetsAt }: Warned, figures: PlanFigures, now: number): boolean {
  if (resetsAt !== null && resetsAt <= now) return true;
  const window = figures.windows.find((one) => windowKey(one.type) === key);
  return window !== undefined && window.usedPercent !== null && window.usedPercent < threshold;
}
