// What the plan page shows in each state, in words.
import * as vscode from 'vscode';
import type { WindowForecast } from '../../../core/plan/forecast/window-forecast.ts';
import { toneOf } from '../../../core/plan/quota-window.ts';
import { usageCurvesOf } from '../../../core/plan/forecast/usage-curves.ts';
import type { KnownBalances } from '../../../core/plan/watch/plan-record.ts';
import { figuresOf, isOutdated, type PlanState } from '../../../core/plan/plan-state.ts';
import { spanOf, windowKey } from '../../../core/plan/forecast/samples.ts';
import type { BalanceView, PlanView, WindowView } from '../../../protocol/plan.ts';
import { clockTime } from '../../words/time-text.ts';
import { canRefresh, remedies } from '../words/plan-actions.ts';
import {
  amountText,
  forecastText,
  otherPlanText,
  planName,
  readableName,
  readTimeText,
  resetText,
  shareWords,
  shortNumber,
  stateSentence,
  windowName,
} from '../words/plan-text.ts';
import type { OtherAccount } from '../words/other-account.ts';
import type { Use } from './read-use.ts';
import { usedIn } from './use-view.ts';

const { l10n } = vscode;

export interface ViewFacts {
  readonly state: PlanState;
  readonly forecasts: readonly WindowForecast[];
  /** The name of the person who is signed in: untrusted text; null where nobody is, or nameless. */
  readonly account: string | null;
  /** Who else is signed in. */
  readonly others: readonly OtherAccount[];
  readonly balances: KnownBalances | null;
  /** Tokens that the API key has paid for today. */
  readonly keySpent: number;
  readonly use: Use;
  readonly hasSamples: boolean;
  /** Whether the service is the demo in Tidemark, and all of this made up. */
  readonly isDemo: boolean;
  readonly shown: 'used' | 'left';
  readonly thresholds: readonly number[];
  readonly now: number;
}

export function planView(facts: ViewFacts): PlanView {
  const { state, forecasts, account, others, shown, now } = facts;
  const figures = figuresOf(state);
  const labelled = [
    { label: l10n.t('Account'), value: account },
    { label: l10n.t('Renews'), value: figures?.renewal ?? null },
    { label: l10n.t('Updated'), value: figures === null ? null : readTimeText(figures, now) },
    ...others.map((other) => ({ label: other.name, value: otherPlanText(other.state, shown, now) })),
  ];
  return {
    title: figures === null ? l10n.t('Plan and Quota') : planName(figures),
    facts: labelled.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }])),
    outdated: isOutdated(state, now),
    notice: noticeOf(state) ?? (facts.isDemo && figures !== null ? demoNotice() : null),
    canRefresh: canRefresh(state),
    canExport: facts.hasSamples,
    now,
    shown,
    thresholds: [...facts.thresholds],
    windows: forecasts.map((one) => windowView(one, facts)),
    use: usedIn(facts.use.breakdowns, facts.use.names, now),
    balances: balanceView(facts.balances, now),
    keyUsage: facts.keySpent === 0 ? null : shortNumber(facts.keySpent),
  };
}

function noticeOf(state: PlanState): PlanView['notice'] {
  const text = stateSentence(state);
  if (text === '' || state.kind === 'checking') return text === '' ? null : { tone: 'info', text, buttons: [] };
  const isTrouble =
    ['lapsed', 'stale', 'paymentRequired'].includes(state.kind) || (state.kind === 'unknown' && state.failure !== null);
  // Figures that could not be refreshed are helped by trying again, which the head of the page offers.
  const offered = state.kind === 'known' || state.kind === 'stale' ? [] : remedies(state);
  return {
    tone: isTrouble ? 'warning' : 'info',
    text,
    buttons: offered.map(({ action, label }, index) => ({ action, label, primary: index === 0 })),
  };
}

function demoNotice(): PlanView['notice'] {
  const text = l10n.t(
    'Demo data: these figures are made up, and so are readings and conversations from before you came. They are removed when you connect to a service.',
  );
  return { tone: 'info', text, buttons: [] };
}

function windowView(
  { window, binds, track, forecast }: WindowForecast,
  { shown, thresholds, now }: ViewFacts,
): WindowView {
  const { curves, resets } = usageCurvesOf(track, spanOf(window.type));
  return {
    key: windowKey(window.type),
    name: windowName(window),
    binds,
    tone: toneOf(window, thresholds),
    usedPercent: window.usedPercent,
    share: shareWords(window.usedPercent, shown),
    amount: amountText(window, shown),
    reset: resetText(window, now),
    forecast: forecastText(forecast, window, now),
    resetsAt: window.resetsAt,
    curves: curves.map((curve) => [...curve]),
    resets: [...resets],
    ahead: 'line' in forecast ? [...forecast.line] : [],
    emptyAt: forecast.kind === 'runsOut' ? forecast.at : null,
    tools: window.perTool.map(({ tool, used }) => ({ name: readableName(tool), used: shortNumber(used), count: used })),
  };
}

function balanceView(known: KnownBalances | null, now: number): BalanceView | null {
  if (known === null || known.balances.length === 0) return null;
  const rows = known.balances.map(({ name, unit, total, used, left }) => {
    const amount = (value: number | null): string =>
      value === null ? '–' : [shortNumber(value), unit ?? ''].join(' ').trim();
    return {
      name: name === null ? l10n.t('Balance') : readableName(name),
      left: amount(left),
      used: amount(used),
      total: amount(total),
    };
  });
  return { note: l10n.t('Updated {0}', clockTime(known.readAt, now)), rows };
}
