// Figures, past and forecast of every window of a plan.
import { type Forecast, forecast } from './pace.ts';
import { figuresOf, tightestWindow, type PlanState } from '../plan-state.ts';
import type { QuotaWindow } from '../quota-window.ts';
import { type Sample, type TrackPoint, trackOf } from './samples.ts';

export interface WindowForecast {
  readonly window: QuotaWindow;
  /** Whether this is the window that stops a prompt first. */
  readonly binds: boolean;
  readonly track: readonly TrackPoint[];
  readonly forecast: Forecast;
}

export function windowForecastsOf(
  state: PlanState,
  samples: readonly Sample[],
  now: number,
): readonly WindowForecast[] {
  const windows = figuresOf(state)?.windows ?? [];
  const binding = tightestWindow(state);
  return windows.map((window) => {
    const track = trackOf(samples, window, now);
    return { window, binds: window === binding, track, forecast: forecast(window, track, now) };
  });
}
