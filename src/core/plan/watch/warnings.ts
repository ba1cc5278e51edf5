// Which thresholds a person is warned about: each once per window and cycle.
import type { PlanFigures } from '../plan-state.ts';
import { isKnownKind, type QuotaWindow } from '../quota-window.ts';
import { windowKey } from '../forecast/samples.ts';

/** A warning that was shown, kept until the cycle is over. */
export interface Warned {
  readonly key: string;
  /** The highest threshold that was warned about, in percent. */
  readonly threshold: number;
  /** When that cycle ends, as far as it was known. */
  readonly resetsAt: number | null;
}

export interface Warning {
  readonly window: QuotaWindow;
  /** The threshold that was reached, in percent. */
  readonly threshold: number;
}

export interface WarningDue {
  readonly warning: Warning | null;
  readonly warned: readonly Warned[];
}

/**
 * The warning to show now, and what has been warned about after that. Where several thresholds were passed at once,
 * only the highest is warned about, and of several windows only the fullest: one event, one notification. A cycle is
 * over when its reset has passed or its use has fallen below the threshold.
 */
export function warningDue(
  figures: PlanFigures,
  thresholds: readonly number[],
  warned: readonly Warned[],
  now: number,
): WarningDue {
  const current = warned.filter((one) => !isOver(one, figures, now));
  let warning: Warning | null = null;
  const after = new Map(current.map((one) => [one.key, one]));
  for (const window of figures.windows.filter((one) => isKnownKind(one.type))) {
    const key = windowKey(window.type);
    const reached = thresholds.filter((threshold) => (window.usedPercent ?? 0) >= threshold);
    const threshold = Math.max(...reached, 0);
    if (threshold <= 0 || threshold <= (after.get(key)?.threshold ?? 0)) continue;
    if (warning === null || (window.usedPercent ?? 0) > (warning.window.usedPercent ?? 0))
      warning = { window, threshold };
    after.set(key, { key, threshold, resetsAt: window.resetsAt });
  }
  return { warning, warned: [...after.values()] };
}

function isOver({ key, threshold, resetsAt }: Warned, figures: PlanFigures, now: number): boolean {
  if (resetsAt !== null && resetsAt <= now) return true;
  const window = figures.windows.find((one) => windowKey(one.type) === key);
  return window !== undefined && window.usedPercent !== null && window.usedPercent < threshold;
}
