// Knows what the plan page is told in each state, in words; not when it is told nor how it is drawn.
import * as vscode from 'vscode';
import { toneOf, type WindowOutlook } from '../../core/plan/outlook.ts';
import { pictureOf } from '../../core/plan/picture.ts';
import type { KnownBalances } from '../../core/plan/plan-record.ts';
import { figuresOf, isOutdated, type PlanState } from '../../core/plan/plan-state.ts';
import { spanOf, windowKey } from '../../core/plan/samples.ts';
import type { BalanceView, PlanView, WindowView } from '../../core/plan/view-messages.ts';
import { clockTime } from '../time-text.ts';
import { canRefresh, remedies } from './plan-actions.ts';
import { ageText, amountText, forecastText, planName, resetText, shareWords, shortNumber, stateSentence, windowName } from './plan-text.ts';

const { l10n } = vscode;

export interface ViewFacts {
  readonly state: PlanState;
  readonly outlook: readonly WindowOutlook[];
  /** The name of the person who is signed in: untrusted text; null where nobody is, or nameless. */
  readonly account: string | null;
  readonly balances: KnownBalances | null;
  /** Tokens that the API key has paid for today. */
  readonly keySpent: number;
  readonly hasSamples: boolean;
  readonly shown: 'used' | 'left';
  readonly thresholds: readonly number[];
  readonly now: number;
}

export function planView(facts: ViewFacts): PlanView {
  const { state, outlook, account, now } = facts;
  const figures = figuresOf(state);
  const told = [
    { label: l10n.t('Account'), value: account },
    { label: l10n.t('Renews'), value: figures?.renewal ?? null },
    { label: l10n.t('Figures'), value: figures === null ? null : ageText(figures, now) },
  ];
  return {
    title: figures === null ? l10n.t('Plan and Quota') : planName(figures),
    facts: told.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
    outdated: isOutdated(state, now),
    notice: noticeOf(state),
    canRefresh: canRefresh(state),
    canExport: facts.hasSamples,
    now,
    thresholds: [...facts.thresholds],
    windows: outlook.map((one) => windowView(one, facts)),
    balances: balanceView(facts.balances, now),
    keyUsage: facts.keySpent === 0 ? null : shortNumber(facts.keySpent),
  };
}

function noticeOf(state: PlanState): PlanView['notice'] {
  const text = stateSentence(state);
  if (text === '' || state.kind === 'checking') return text === '' ? null : { tone: 'info', text, buttons: [] };
  const isTrouble = ['lapsed', 'stale', 'paymentRequired'].includes(state.kind) || (state.kind === 'unknown' && state.failure !== null);
  // Figures that could not be refreshed are helped by trying again, which the head of the page offers.
  const offered = state.kind === 'known' || state.kind === 'stale' ? [] : remedies(state);
  return { tone: isTrouble ? 'warning' : 'info', text, buttons: offered.map(({ action, label }, index) => ({ action, label, primary: index === 0 })) };
}

function windowView({ window, binds, track, forecast }: WindowOutlook, { shown, thresholds, now }: ViewFacts): WindowView {
  const { curves, resets } = pictureOf(track, spanOf(window.window));
  return {
    key: windowKey(window.window),
    name: windowName(window),
    binds,
    tone: toneOf(window.usedPercent, thresholds),
    usedPercent: window.usedPercent,
    share: shareWords(window.usedPercent, shown),
    amount: amountText(window),
    reset: resetText(window, now),
    forecast: forecastText(forecast, window, now),
    resetsAt: window.resetsAt,
    curves: curves.map((curve) => [...curve]),
    resets: [...resets],
    ahead: 'line' in forecast ? [...forecast.line] : [],
    emptyAt: forecast.kind === 'runsOut' ? forecast.at : null,
    tools: window.perTool.map(({ tool, used }) => ({ name: tool, used: shortNumber(used), count: used })),
  };
}

function balanceView(known: KnownBalances | null, now: number): BalanceView | null {
  if (known === null || known.balances.length === 0) return null;
  const rows = known.balances.map(({ name, unit, total, used, left }) => {
    const amount = (value: number | null): string => (value === null ? '–' : [shortNumber(value), unit ?? ''].join(' ').trim());
    return { name: name ?? l10n.t('Balance'), left: amount(left), used: amount(used), total: amount(total) };
  });
  return { note: l10n.t('As of {0}', clockTime(known.readAt, now)), rows };
}
