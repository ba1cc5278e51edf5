// Knows the kept readings as a table of comma-separated values; not where it is saved. @see RFC 4180
import type { Sample } from './samples.ts';

const columns = ['time', 'plan', 'window', 'used_percent', 'used', 'total', 'resets_at'] as const;

/** One line a reading and window, oldest first, times as ISO 8601 in UTC; what was unknown is empty. */
export function samplesCsv(samples: readonly Sample[]): string {
  const rows = samples.flatMap(({ at, plan, windows }) =>
    windows.map(({ key, usedPercent, used, total, resetsAt }) => [isoTime(at), plan, key, usedPercent, used, total, isoTime(resetsAt)]),
  );
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Words of the service are among the values: spreadsheets would run those that begin like a formula. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
