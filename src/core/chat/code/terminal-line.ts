/** A longer line does not stay in sight whole. */
const longestLine = 1000;

/** Blanks in a row push what is before or behind them out of sight. */
const manyBlanks = /\s{16}/u;

/**
 * What of code may be typed into a terminal for a person to read and run: one line. Null where there are several lines
 * or none, where the line holds a control character, which a terminal would act on at once, and where it could not be
 * read at a glance.
 */
export function terminalLine(code: string): string | null {
  const line = code.trim();
  if (line === '' || line.length > longestLine || manyBlanks.test(line)) return null;
  return /[\p{Cc}\u2028\u2029]/u.test(line) ? null : line;
}
