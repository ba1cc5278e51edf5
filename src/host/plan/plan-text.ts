// Knows the words for plans, windows and figures; not where they stand. Words of the service pass through as plain text:
// whoever shows them keeps them inert.
import * as vscode from 'vscode';
import type { PlanFigures, PlanState } from '../../core/plan/plan-state.ts';
import type { QuotaWindow } from '../../core/plan/quota-window.ts';
import { failureText } from '../error-text.ts';
import { clockTime, spanText } from '../time-text.ts';

const { l10n } = vscode;

export function windowName({ window }: QuotaWindow): string {
  switch (window.kind) {
    case 'fiveHours':
      return l10n.t('5 hours');
    case 'week':
      return l10n.t('Week');
    case 'monthlyTools':
      return l10n.t('Tool calls, month');
    case 'credit':
      return l10n.t('Credit');
    case 'units':
      return window.name ?? l10n.t('Units');
    case 'other':
      return window.name;
  }
}

/** `34 %`, or a dash where nothing is known: never a zero that was not said. */
export function percentText(usedPercent: number | null): string {
  return usedPercent === null ? '–' : l10n.t('{0}%', Math.floor(usedPercent));
}

/** `13.6M of 40M`; empty where neither figure is known. */
export function amountText({ used, total }: QuotaWindow): string {
  if (used !== null && total !== null) return l10n.t('{0} of {1}', short(used), short(total));
  return used === null ? '' : l10n.t('{0} used', short(used));
}

/** `resets 14:20, in 2 h 5 min`; says plainly where the time is not known. */
export function resetText({ resetsAt }: QuotaWindow, now: number): string {
  return resetsAt === null
    ? l10n.t('reset time unknown')
    : l10n.t('resets {0}, in {1}', clockTime(resetsAt, now), spanText(resetsAt - now));
}

export function planName({ name, plan }: PlanFigures): string {
  return name ?? (plan === 'entry' ? l10n.t('Entry plan') : l10n.t('Coding plan'));
}

/** What stands in the place of figures, in a sentence with what to do; empty where the figures speak for themselves. */
export function stateSentence(state: PlanState): string {
  switch (state.kind) {
    case 'notConnected':
      return l10n.t('Tidemark is not connected to a service yet.');
    case 'signedOut':
      return l10n.t('You are signed out. Sign in to see your plan and what is left of it.');
    case 'lapsed':
      return l10n.t('Your sign-in has expired. Sign in again to see your plan.');
    case 'checking':
      return l10n.t('Checking your plan…');
    case 'known':
      return state.figures.windows.length === 0 ? l10n.t('The service gives no quota for this plan.') : '';
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

function short(value: number): string {
  return new Intl.NumberFormat(vscode.env.language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}
