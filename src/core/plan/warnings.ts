// Knows which thresholds a person is to be told of, purely: each once a window and cycle. It does not know the words, nor
// whether the person wants to hear them.
import type { PlanFigures } from './plan-state.ts';
import type { QuotaWindow } from './quota-window.ts';
import { windowKey } from './samples.ts';

/** That a person was told, kept until the cycle is over. */
export interface Warned {
  readonly key: string;
  /** The highest threshold that was told, in percent. */
  readonly threshold: number;
  /** When that cycle ends, as far as it was known. */
  readonly resetsAt: number | null;
}

export interface Warning {
  readonly window: QuotaWindow;
  /** The threshold that was reached, in percent. */
  readonly threshold: number;
}

export interface WarningsDue {
  readonly warnings: readonly Warning[];
  readonly warned: readonly Warned[];
}

/**
 * What is to be told now, and what has been told after that. Where several thresholds were passed at once, the highest
 * speaks for all. A cycle is over when its reset has passed or its use has fallen below what was told.
 */
export function warningsDue(figures: PlanFigures, thresholds: readonly number[], warned: readonly Warned[], now: number): WarningsDue {
  const standing = warned.filter((told) => !isOver(told, figures, now));
  const warnings: Warning[] = [];
  const after = new Map(standing.map((told) => [told.key, told]));
  for (const window of figures.windows) {
    const key = windowKey(window.window);
    const reached = thresholds.filter((threshold) => (window.usedPercent ?? 0) >= threshold);
    const threshold = Math.max(...reached, 0);
    if (threshold <= 0 || threshold <= (after.get(key)?.threshold ?? 0)) continue;
    warnings.push({ window, threshold });
    after.set(key, { key, threshold, resetsAt: window.resetsAt });
  }
  return { warnings, warned: [...after.values()] };
}

function isOver({ key, threshold, resetsAt }: Warned, figures: PlanFigures, now: number): boolean {
  if (resetsAt !== null && resetsAt <= now) return true;
  const window = figures.windows.find((one) => windowKey(one.window) === key);
  return window !== undefined && window.usedPercent !== null && window.usedPercent < threshold;
}
