// Carries the counts of mocha runs from wherever they ran to the run that asked for them: a file of JSON lines, named by
// the environment, that every run appends one line to. It does not know what was tested.
import { appendFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The file that collects the counts; without it nobody asked, and nothing is written. */
export const SUMMARY_VARIABLE = 'TIDEMARK_TEST_SUMMARY';

const summarySchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

export type TestCounts = z.infer<typeof summarySchema>;

/** Appends the counts of one finished mocha run. */
export function appendSummary(stats: { passes: number; failures: number; pending: number } | undefined): void {
  const file = process.env[SUMMARY_VARIABLE];
  if (file === undefined || file === '' || stats === undefined) return;
  const counts: TestCounts = { passed: stats.passes, failed: stats.failures, skipped: stats.pending };
  appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/**
 * Adds up the lines of such a file.
 * @throws Error when a line is not a summary.
 */
export function addUpSummaries(text: string): TestCounts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const line of text.split('\n').filter((content) => content !== '')) {
    const { passed, failed, skipped } = summarySchema.parse(JSON.parse(line));
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}
