// What is known of the plan, for programs of the person: status lines read it from a file, other extensions by the
// extension's API. Its schema is docs/quota.schema.json.
import type { WindowForecast } from '../forecast/window-forecast.ts';
import { figuresOf, isOutdated, type PlanState } from '../plan-state.ts';
import type { QuotaWindow } from '../quota-window.ts';

/** By it a file is known as one that may be written over. */
export const reportSchema = 'tidemark.quota/1';

/** What of it other extensions are told: everything but who the person is. Times are ISO 8601, in UTC. */
export interface PlanReport {
  readonly schema: typeof reportSchema;
  /** `stale`: the figures are those of an earlier check, and may have changed since. */
  readonly state: 'known' | 'stale' | 'checking' | 'signedOut' | 'noPlan' | 'unknown';
  /** When the figures were read; null where there are none. */
  readonly readAt: string | null;
  readonly plan: string | null;
  readonly windows: readonly WindowReport[];
}

export interface WindowReport {
  readonly kind: QuotaWindow['type']['kind'];
  /** The service's own name, where the kind alone does not tell what is counted. */
  readonly name: string | null;
  /** Whether it stops a prompt first. */
  readonly tightest: boolean;
  /** In percent, 0 or more; above 100 where the service lets a plan overdraw. */
  readonly usedPercent: number | null;
  readonly used: number | null;
  readonly left: number | null;
  readonly total: number | null;
  readonly resetsAt: string | null;
  readonly forecast: ForecastReport | null;
}

/**
 * Whether the window will be empty before it resets: about `at`, and in nine cases of ten not before `earliest`. Null
 * where that cannot be told.
 */
export interface ForecastReport {
  readonly kind: 'empty' | 'lasts' | 'mayRunOut' | 'runsOut';
  readonly earliest: string | null;
  readonly at: string | null;
}

export function planReport(state: PlanState, forecasts: readonly WindowForecast[], now: number): PlanReport {
  const figures = figuresOf(state);
  return frozen({
    schema: reportSchema,
    state: isOutdated(state, now) ? 'stale' : stateName(state),
    readAt: figures === null ? null : instant(figures.readAt),
    plan: shownName(figures?.name ?? null),
    windows: forecasts.map(windowReport),
  });
}

function stateName({ kind }: PlanState): PlanReport['state'] {
  switch (kind) {
    case 'known':
    case 'stale':
    case 'checking':
    case 'signedOut':
    case 'noPlan':
    case 'unknown':
      return kind;
    case 'lapsed':
      return 'signedOut';
    case 'notConnected':
    case 'restricted':
    case 'paymentRequired':
    case 'providerInactive':
      return 'unknown';
  }
}

function windowReport({ window, binds, forecast }: WindowForecast): WindowReport {
  const { type, usedPercent, used, left, total, resetsAt } = window;
  return {
    kind: type.kind,
    name: shownName('name' in type ? type.name : null),
    tightest: binds,
    ...{ usedPercent, used, left, total },
    resetsAt: resetsAt === null ? null : instant(resetsAt),
    forecast: forecastReport(forecast),
  };
}

function forecastReport(forecast: WindowForecast['forecast']): ForecastReport | null {
  switch (forecast.kind) {
    case 'unknown':
      return null;
    case 'empty':
    case 'lasts':
      return { kind: forecast.kind, earliest: null, at: null };
    case 'mayRunOut':
      return { kind: forecast.kind, earliest: instant(forecast.earliest), at: null };
    case 'runsOut':
      return { kind: forecast.kind, earliest: instant(forecast.earliest), at: instant(forecast.at) };
  }
}

/** Code points. */
const longestName = 80;

/** Terminals obey what does not show. */
function shownName(name: string | null): string | null {
  if (name === null) return null;
  return Array.from(name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, longestName)
    .join('');
}

/** In whole seconds, as the common readers of dates take them. */
function instant(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

function frozen(report: PlanReport): PlanReport {
  for (const window of report.windows) Object.freeze(Object.freeze(window).forecast);
  Object.freeze(report.windows);
  return Object.freeze(report);
}
