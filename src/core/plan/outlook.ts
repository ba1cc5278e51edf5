// Knows, for every window of a plan, its figures, its past and its forecast side by side; not where they are shown.
import { type Forecast, forecast } from './pace.ts';
import { figuresOf, type PlanState } from './plan-state.ts';
import { bindingWindow, type QuotaWindow } from './quota-window.ts';
import { type Sample, type TrackPoint, trackOf } from './samples.ts';

export interface WindowOutlook {
  readonly window: QuotaWindow;
  /** Whether this is the window that stops a prompt first. */
  readonly binds: boolean;
  readonly track: readonly TrackPoint[];
  readonly forecast: Forecast;
}

export function outlookOf(state: PlanState, samples: readonly Sample[], now: number): readonly WindowOutlook[] {
  const windows = figuresOf(state)?.windows ?? [];
  const binding = bindingWindow(windows);
  return windows.map((window) => {
    const track = trackOf(samples, window, now);
    return { window, binds: window === binding, track, forecast: forecast(window, track, now) };
  });
}

/** How much attention a share asks for. */
export type Tone = 'calm' | 'warning' | 'empty';

/** @param thresholds in percent, from which on a share is worth a warning. */
export function toneOf(usedPercent: number | null, thresholds: readonly number[]): Tone {
  if (usedPercent === null) return 'calm';
  if (usedPercent >= 100) return 'empty';
  return thresholds.some((threshold) => usedPercent >= threshold) ? 'warning' : 'calm';
}
