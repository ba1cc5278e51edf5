// Carries the counts of mocha runs to the run that asked for them: a file of JSON lines, named by the environment, to
// which every run appends one line.
import { appendFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The file that collects the counts; without it nobody asked, and nothing is written. */
export const SUMMARY_VARIABLE = 'TIDEMARK_TEST_SUMMARY';

const summarySchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Tests that a failure before them, of a step or of a hook, left out. */
  notRun: z.number(),
});

export type TestCounts = z.infer<typeof summarySchema>;

/** What is read of mocha's runner: `total` are the tests that it was to run, `tests` those that came to an end. */
interface FinishedRun {
  readonly total: number;
  readonly stats?:
    | { readonly tests: number; readonly passes: number; readonly failures: number; readonly pending: number }
    | undefined;
}

/** Appends the counts of one finished mocha run. */
export function appendSummary(runner: FinishedRun): void {
  const file = process.env[SUMMARY_VARIABLE];
  const counts = countsOf(runner);
  if (file !== undefined && file !== '' && counts !== null) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** Null where mocha counted nothing. */
export function countsOf({ total, stats }: FinishedRun): TestCounts | null {
  if (stats === undefined) return null;
  return { passed: stats.passes, failed: stats.failures, skipped: stats.pending, notRun: total - stats.tests };
}

/**
 * Adds up the lines of such a file.
 * @throws Error when a line is not a summary.
 */
export function addUpSummaries(text: string): TestCounts {
  const lines = text.split('\n').filter((content) => content !== '');
  return sumOf(lines.map((line) => summarySchema.parse(JSON.parse(line))));
}

export function sumOf(all: readonly TestCounts[]): TestCounts {
  const sum = (count: keyof TestCounts): number => all.reduce((before, counts) => before + counts[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), notRun: sum('notRun') };
}

/** The counts in words; what was skipped or not run is named only where there is some. */
export function countsText({ passed, failed, skipped, notRun }: TestCounts): string {
  const rest = [skipped > 0 ? `, ${skipped} skipped` : '', notRun > 0 ? `, ${notRun} not run` : ''];
  return `${passed} passed, ${failed} failed${rest.join('')}`;
}
