// Where the quota went, as a file for a spreadsheet or a program: both say the same.
import { type Aspect, aspects, type BreakdownRow } from '../../usage/breakdown/breakdown.ts';
import { csvText, isoTime } from '../csv.ts';
import type { WindowType } from '../quota-window.ts';
import type { PlanBreakdown } from './plan-breakdowns.ts';

/** The names that a person knows them by; words of the service among them are untrusted text. */
export interface BreakdownNames {
  readonly limit: (type: WindowType) => string;
  readonly row: (aspect: Aspect, name: string | null) => string;
}

const columns = [
  'time',
  'from_utc',
  'limit',
  'unit',
  'from',
  'by',
  'name',
  'answers',
  'tokens_counted_here',
  'service_counted',
  'at_least',
  'at_most',
] as const;

/** For each time a line of all, of here and of elsewhere, and one for each model, conversation, workspace and mode. */
export function breakdownsCsv(breakdowns: readonly PlanBreakdown[], names: BreakdownNames): string {
  const rows = breakdowns.flatMap(({ scope, from, window, breakdown }) => {
    const head = [scope, isoTime(from), names.limit(window.type), breakdown.unit];
    const { counted, here, elsewhere, low, high } = breakdown;
    return [
      [...head, 'all', null, null, null, null, counted, counted, counted],
      [...head, 'elsewhere', null, null, null, null, elsewhere, counted - high, counted - low],
      [...head, 'here', null, null, null, null, here, low, high],
      ...aspects.flatMap((aspect) =>
        breakdown.rows[aspect].map(({ name, answers, tokens, amount }) => [
          ...[...head, 'here', aspect, names.row(aspect, name)],
          ...[answers, tokens, amount, null, null],
        ]),
      ),
    ];
  });
  return csvText([columns, ...rows]);
}

export function breakdownsJson(breakdowns: readonly PlanBreakdown[], names: BreakdownNames): string {
  const named = (aspect: Aspect, rows: readonly BreakdownRow[]): readonly BreakdownRow[] =>
    rows.map((row) => ({ ...row, name: names.row(aspect, row.name) }));
  const all = breakdowns.map(({ scope, from, window, breakdown, straddling }) => {
    const { rows, ...figures } = breakdown;
    const lists = aspects.map((aspect) => [aspect, named(aspect, rows[aspect])] as const);
    const limit = names.limit(window.type);
    return { time: scope, from: isoTime(from), limit, ...figures, straddling, by: Object.fromEntries(lists) };
  });
  return `${JSON.stringify(all, null, 2)}\n`;
}
