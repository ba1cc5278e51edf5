// Comma-separated values. @see https://www.rfc-editor.org/rfc/rfc4180

type Field = string | number | null;

/** The heads of the columns are the first row; null is an empty field. */
export function csvText(rows: readonly (readonly Field[])[]): string {
  return rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

/** An instant in milliseconds since the epoch as ISO 8601. */
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Words of the service are among the values: spreadsheets would run those that begin like a formula. */
function written(value: Field): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
