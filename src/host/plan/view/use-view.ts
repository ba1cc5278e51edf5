// Where the quota went, in words for the plan page: what the service counted, how much of it came from here and from
// elsewhere, and what cannot be told.
import * as vscode from 'vscode';
import type { PlanBreakdown } from '../../../core/plan/breakdown/plan-breakdowns.ts';
import { windowKey } from '../../../core/plan/forecast/samples.ts';
import { type Aspect, aspects, type Breakdown, type BreakdownRow } from '../../../core/usage/breakdown/breakdown.ts';
import { fewestObservations } from '../../../core/usage/cost-model/cost-model.ts';
import type { UsedIn } from '../../../protocol/plan.ts';
import { clockTime } from '../../words/time-text.ts';
import { shortNumber, windowName } from '../words/plan-text.ts';
import { rowName, type UseNames } from './use-names.ts';

const { l10n } = vscode;
/** More than these are one row, which keeps the sums. */
const mostRows = 30;

export function usedIn(breakdowns: readonly PlanBreakdown[], names: UseNames, now: number): UsedIn[] {
  const month = breakdowns.find(({ scope }) => scope === 'month');
  return breakdowns.map((one) => {
    const { breakdown } = one;
    const { here, elsewhere, counted, low, high } = breakdown;
    const parts = [
      { name: l10n.t('From here'), of: { amount: here, low, high } },
      { name: l10n.t('Elsewhere'), of: { amount: elsewhere, low: counted - high, high: counted - low } },
    ];
    return {
      key: keyOf(one),
      label: labelOf(one),
      summary: summaryOf(one, now),
      parts: parts.map(({ name, of }) => ({ name, ...countedView(breakdown, of) })),
      lists: aspects.map((aspect) => ({ aspect, rows: rowsOf(breakdown, aspect, names) })),
      notes: [...costNote(month), ...notesOf(one)],
    };
  });
}

/** That what a prompt takes will be said, while too little was seen; a little more may be wanted than this. */
function costNote(month: PlanBreakdown | undefined): string[] {
  const answers = Math.max(0, ...(month?.breakdown.rows.model ?? []).map((row) => row.answers));
  if (month === undefined || answers >= fewestObservations) return [];
  return [
    l10n.t(
      'What a prompt takes of your plan will be estimated, and said where you write it, after about {0} answers of a model; {1} so far.',
      fewestObservations,
      answers,
    ),
  ];
}

function keyOf({ scope, window }: PlanBreakdown): string {
  return scope === 'window' ? windowKey(window.type) : scope;
}

function labelOf({ scope, window }: PlanBreakdown): string {
  switch (scope) {
    case 'today':
      return l10n.t('Today');
    case 'week':
      return l10n.t('7 days');
    case 'month':
      return l10n.t('30 days');
    case 'window':
      return windowName(window);
  }
}

function summaryOf({ window, from, breakdown }: PlanBreakdown, now: number): string {
  const amount = unitText(breakdown, breakdown.counted);
  const limit = windowName(window);
  return from === null
    ? l10n.t('The service has counted {0} ({1}).', amount, limit)
    : l10n.t('The service has counted {0} since {1} ({2}).', amount, clockTime(from, now), limit);
}

/** In the growth's unit, with the ends between which it lies. */
interface Counted {
  readonly amount: number;
  readonly low: number;
  readonly high: number;
}

function countedView(
  breakdown: Breakdown,
  of: Counted,
): Pick<UsedIn['parts'][number], 'amount' | keyof Counted | 'percent'> {
  const percent = (amount: number): number => percentOf(breakdown, amount);
  return {
    ...{ amount: countedText(breakdown, of), percent: percent(of.amount) },
    ...{ low: percent(of.low), high: percent(of.high) },
  };
}

/** `820K tokens (610K to 910K)`; of percent, where nothing is likelier than anything else, `0% to 34% of the limit`. */
function countedText(breakdown: Breakdown, { amount, low, high }: Counted): string {
  const about = unitText(breakdown, amount);
  if (!isRange(breakdown, low, high)) return about;
  return breakdown.unit === 'percent'
    ? l10n.t('{0} to {1} of the limit', unitText(breakdown, low), unitText(breakdown, high))
    : l10n.t('{0} ({1} to {2})', about, shortNumber(low), shortNumber(high));
}

/** Whether the ends are further from each other than anybody cares for. */
function isRange({ counted }: Breakdown, low: number, high: number): boolean {
  return high - low > counted / 100;
}

function rowsOf(breakdown: Breakdown, aspect: Aspect, names: UseNames): UsedIn['lists'][number]['rows'] {
  const named = merged(breakdown.rows[aspect], (name) => rowName(aspect, name, names));
  const shown = named.slice(0, mostRows);
  const rest = named.slice(mostRows);
  const others = rest.length === 0 ? [] : merged(rest, () => l10n.t('{0} others', rest.length));
  return [...shown, ...others].map(({ name, label, tokens, amount }) => ({
    name: label,
    tokens: shortNumber(tokens),
    // Of percent it is not known of any answer that it took something.
    ...countedView(breakdown, { amount, low: breakdown.unit === 'percent' ? 0 : amount, high: amount }),
    conversation: aspect === 'conversation' && name !== null && names.conversation(name) !== null ? name : null,
  }));
}

interface NamedRow extends BreakdownRow {
  readonly label: string;
}

/** Rows that a person cannot tell apart are one. */
function merged(rows: readonly BreakdownRow[], labelOfRow: (name: string | null) => string): NamedRow[] {
  const byLabel = new Map<string, NamedRow>();
  for (const row of rows) {
    const label = labelOfRow(row.name);
    const before = byLabel.get(label);
    byLabel.set(label, before === undefined ? { ...row, label } : sumOf(before, row));
  }
  return [...byLabel.values()].sort((one, other) => other.amount - one.amount);
}

function sumOf(before: NamedRow, { answers, tokens, amount }: BreakdownRow): NamedRow {
  return {
    ...before,
    answers: before.answers + answers,
    tokens: before.tokens + tokens,
    amount: before.amount + amount,
  };
}

function notesOf({ breakdown, straddling }: PlanBreakdown): string[] {
  const { unit, low, high, resolution, unreadTokens } = breakdown;
  return [
    l10n.t('Elsewhere is what is left over: other machines, other tools, and what the service counts in another way.'),
    ...(unit === 'tokens'
      ? []
      : [
          l10n.t(
            'The service gives this limit in percent only, which does not say what a token takes of it: all that it grew by while you asked here may be from here.',
          ),
        ]),
    ...(unit === 'tokens' && isRange(breakdown, low, high)
      ? [
          l10n.t(
            'From here: between {0} and {1}. It is not known whether the service counts what was read from the cache, and when.',
            unitText(breakdown, low),
            unitText(breakdown, high),
          ),
        ]
      : []),
    ...(resolution === 0 ? [] : [l10n.t('The service rounds this limit to {0}.', unitText(breakdown, resolution))]),
    ...(straddling === 0
      ? []
      : [
          l10n.t(
            '{0} more were counted between a reading before this time and the first one in it; nobody knows on which side.',
            unitText(breakdown, straddling),
          ),
        ]),
    ...(unreadTokens === 0
      ? []
      : [
          l10n.t(
            '{0} tokens from here are in no figure of the service: it was not asked since, or not before a reset.',
            shortNumber(unreadTokens),
          ),
        ]),
  ];
}

function percentOf({ counted }: Breakdown, amount: number): number {
  return counted === 0 ? 0 : (amount / counted) * 100;
}

/** `34K tokens`, or `3.4%` of a limit. */
function unitText({ unit }: Breakdown, amount: number): string {
  const number = new Intl.NumberFormat(vscode.env.language, { maximumFractionDigits: 1 });
  return unit === 'tokens' ? l10n.t('{0} tokens', shortNumber(amount)) : l10n.t('{0}%', number.format(amount));
}
