// The stored readings as comma-separated values.
import { csvText, isoTime } from '../csv.ts';
import type { WindowType } from '../quota-window.ts';
import { type Sample, typeOfKey } from './samples.ts';

const columns = ['time_utc', 'plan', 'limit', 'used_percent', 'used', 'total', 'unit', 'resets_at_utc'] as const;

/** The names that a person knows them by; words of the service among them are untrusted text. */
export interface CsvNames {
  readonly plan: (plan: Sample['plan']) => string;
  readonly limit: (type: WindowType) => string;
}

/** One line a reading and window, oldest first, times as ISO 8601; what was unknown is empty. */
export function samplesCsv(
  samples: readonly Sample[],
  names: CsvNames,
): { readonly text: string; readonly rows: number } {
  const rows = samples.flatMap(({ at, plan, windows }) =>
    windows.map(({ key, usedPercent, used, total, resetsAt }) => {
      const type = typeOfKey(key);
      const amounts = [usedPercent, used, total, unitOf(type)];
      return [isoTime(at), names.plan(plan), names.limit(type), ...amounts, isoTime(resetsAt)];
    }),
  );
  return { text: csvText([columns, ...rows]), rows: rows.length };
}

/** What the amounts count; empty where the service does not say. */
function unitOf({ kind }: WindowType): string {
  switch (kind) {
    case 'fiveHours':
    case 'week':
      return 'tokens';
    case 'monthlyTools':
      return 'calls';
    case 'credit':
      return 'credits';
    case 'units':
    case 'other':
      return '';
  }
}
