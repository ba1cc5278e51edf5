// The words for plans, windows, figures and forecasts. Words of the service pass through as plain text: whoever shows
// them keeps them inert.
import * as vscode from 'vscode';
import type { Forecast } from '../../../core/plan/forecast/pace.ts';
import { figuresOf, type PlanFigures, type PlanState, tightestWindow } from '../../../core/plan/plan-state.ts';
import type { QuotaWindow } from '../../../core/plan/quota-window.ts';
import { failureText } from '../../words/error-text.ts';
import { clockTime, spanText } from '../../words/time-text.ts';

const { l10n } = vscode;

export function windowName({ type }: Pick<QuotaWindow, 'type'>): string {
  switch (type.kind) {
    case 'fiveHours':
      return l10n.t('5-hour limit');
    case 'week':
      return l10n.t('Weekly limit');
    case 'monthlyTools':
      return l10n.t('Monthly tool calls');
    case 'credit':
      return l10n.t('Credit');
    case 'units':
      return type.name === null ? l10n.t('Units') : readableName(type.name);
    case 'other':
      return readableName(type.name);
  }
}

/**
 * What the service writes as a constant, such as `VOICE_MINUTES` or `model_usage`, as words; any other name as it is.
 */
export function readableName(name: string): string {
  if (!/^[A-Za-z\d]+(?:_[A-Za-z\d]+)+$/.test(name)) return name;
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `34%`, or a dash where nothing is known: never a zero that was not said, nor a hundred that is not reached. */
export function percentText(percent: number | null): string {
  return percent === null ? '–' : l10n.t('{0}%', Math.floor(percent));
}

/** The share that the person wants to see: `34%` used is `66%` left, and of an overdrawn window nothing is left. */
export function shareText(usedPercent: number | null, shown: 'used' | 'left'): string {
  if (usedPercent === null || shown === 'used') return percentText(usedPercent);
  return percentText(100 - Math.min(100, Math.floor(usedPercent)));
}

/** The same with its word: `34% used`. */
export function shareWords(usedPercent: number | null, shown: 'used' | 'left'): string {
  if (usedPercent === null) return l10n.t('usage unknown');
  const share = shareText(usedPercent, shown);
  return shown === 'used' ? l10n.t('{0} used', share) : l10n.t('{0} left', share);
}

/** `13.6M of 40M tokens`, of what is used or of what is left; empty where the figure is not known. */
export function amountText({ type, used, left, total }: QuotaWindow, shown: 'used' | 'left'): string {
  const figure = shown === 'used' ? used : left;
  if (figure === null) return '';
  const amount = shortNumber(figure);
  if (total !== null) return withUnit(type, l10n.t('{0} of {1}', amount, shortNumber(total)));
  return shown === 'used' ? l10n.t('{0} used', withUnit(type, amount)) : l10n.t('{0} left', withUnit(type, amount));
}

function withUnit({ kind }: QuotaWindow['type'], amount: string): string {
  switch (kind) {
    case 'fiveHours':
    case 'week':
      return l10n.t('{0} tokens', amount);
    case 'monthlyTools':
      return l10n.t('{0} calls', amount);
    case 'credit':
    case 'units':
    case 'other':
      return amount;
  }
}

/** `resets 14:20, in 2 h 5 min`; says plainly where the time is not known. */
export function resetText({ resetsAt }: QuotaWindow, now: number): string {
  if (resetsAt === null) return l10n.t('reset time unknown');
  if (resetsAt <= now) return l10n.t('reset since then');
  return l10n.t('resets {0}, in {1}', clockTime(resetsAt, now), spanText(resetsAt - now));
}

/** The same where there is little room. */
export function resetClockText(window: QuotaWindow, now: number): string {
  const { resetsAt } = window;
  return resetsAt === null || resetsAt <= now ? resetText(window, now) : l10n.t('resets {0}', clockTime(resetsAt, now));
}

/** What is to come, in a sentence; empty where nothing can be said that the figures do not say already. */
export function forecastText(forecast: Forecast, { resetsAt }: QuotaWindow, now: number): string {
  switch (forecast.kind) {
    case 'unknown':
      return forecast.reason === 'samples' ? l10n.t('Not enough data to forecast yet.') : '';
    case 'empty':
      return l10n.t('Used up.');
    case 'lasts':
      return l10n.t('Lasts until the reset; about {0} used by then.', shareAtReset(forecast));
    case 'mayRunOut':
      return l10n.t(
        'May run out from {0} on, but will probably last until the reset.',
        clockTime(forecast.earliest, now),
      );
    case 'runsOut':
      return runsOutText(forecast, resetsAt, now);
  }
}

/** The same where there is little room, beside when the limit resets. */
export function shortForecastText(forecast: Forecast, window: QuotaWindow, now: number): string {
  return forecast.kind === 'lasts'
    ? l10n.t('about {0} used by then', shareAtReset(forecast))
    : forecastText(forecast, window, now);
}

function shareAtReset({ line }: Forecast & { kind: 'lasts' }): string {
  return percentText(Math.min(99, line.at(-1)?.expected ?? 0));
}

function runsOutText(
  { at, earliest, latest }: Forecast & { kind: 'runsOut' },
  resetsAt: number | null,
  now: number,
): string {
  const about = clockTime(at, now);
  const empty =
    resetsAt === null
      ? l10n.t('Runs out about {0}', about)
      : l10n.t('Runs out about {0}, {1} before the reset', about, spanText(resetsAt - at));
  return latest === null
    ? l10n.t('{0} (from {1} on; it may last).', empty, clockTime(earliest, now))
    : l10n.t('{0} ({1} to {2}).', empty, clockTime(earliest, now), clockTime(latest, now));
}

export function planName({ name, plan }: Pick<PlanFigures, 'name' | 'plan'>): string {
  return name ?? (plan === 'entry' ? l10n.t('Entry plan') : l10n.t('Coding plan'));
}

/** `14:20, 3 min ago`. */
export function readTimeText({ readAt }: PlanFigures, now: number): string {
  const age = now - readAt;
  return age < 60_000 ? clockTime(readAt, now) : l10n.t('{0}, {1} ago', clockTime(readAt, now), spanText(age));
}

/** `Updated 14:20, 3 min ago`. */
export function ageText(figures: PlanFigures, now: number): string {
  return l10n.t('Updated {0}', readTimeText(figures, now));
}

/** A sentence in place of figures, with what to do; empty where the figures speak for themselves. */
export function stateSentence(state: PlanState): string {
  switch (state.kind) {
    case 'notConnected':
      return l10n.t('Tidemark is not connected to a service yet.');
    case 'signedOut':
      return l10n.t('You are signed out. Sign in to see your plan and what is left of it.');
    case 'lapsed':
      return l10n.t('Your sign-in has expired. Sign in again to see your plan.');
    case 'restricted':
      return l10n.t(
        'This folder is not trusted, so Tidemark does not contact the service from here. Trust the folder to see your plan.',
      );
    case 'checking':
      return l10n.t('Checking your plan…');
    case 'known':
      return state.figures.windows.length === 0 ? l10n.t('The service reports no quota for this plan.') : '';
    case 'stale':
      return state.failure === null
        ? l10n.t('The figures could not be refreshed.')
        : l10n.t('The figures could not be refreshed. {0}', failureText(state.failure));
    case 'noPlan':
      return l10n.t('This account has no plan. An API key can answer in its place.');
    case 'paymentRequired':
      return l10n.t('The service asks for a payment before this plan can be used. An API key can answer in its place.');
    case 'providerInactive':
      return l10n.t('This kind of account is not active at the service. Sign in with another one.');
    case 'unknown':
      return state.failure === null
        ? l10n.t('Your plan could not be checked: the service gave no credential for it. Chat may still work.')
        : l10n.t('Your plan could not be checked. Chat may still work. {0}', failureText(state.failure));
  }
}

/** The tightest limit of an account that is not in use, and when it was read, where there is little room. */
export function otherPlanText(state: PlanState | null, shown: 'used' | 'left', now: number): string {
  const figures = state === null ? null : figuresOf(state);
  if (state?.kind === 'noPlan') return l10n.t('no plan');
  if (state === null || figures === null) return l10n.t('usage unknown');
  const window = tightestWindow(state);
  const share = window === null ? [] : [shareWords(window.usedPercent, shown), resetClockText(window, now)];
  return [...share, l10n.t('read {0}', readTimeText(figures, now))].join(' · ');
}

/** @param dueAt when a prompt that waits for the reset is sent, in milliseconds since the epoch. */
export function waitingText(dueAt: number, now: number): string {
  return l10n.t('A prompt waits for the reset; it is sent about {0}.', clockTime(dueAt, now));
}

export function shortNumber(value: number): string {
  return new Intl.NumberFormat(vscode.env.language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
