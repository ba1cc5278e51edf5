// The report as a file that other programs read, and what may be written over it.
import * as z from 'zod/mini';
import { parseJson } from '../../service/json.ts';
import type { PlanState } from '../plan-state.ts';
import { type PlanReport, reportSchema } from './plan-report.ts';

/** @param account what the person is called, where they want it in the file. */
export function formatReport(report: PlanReport, account: string | null): string {
  return `${JSON.stringify(account === null ? report : { ...report, account }, null, 2)}\n`;
}

/** Whether a state is more than a moment of this window: what others know is not written over for that. */
export function isLasting({ kind }: PlanState): boolean {
  return kind !== 'checking' && kind !== 'restricted' && kind !== 'notConnected';
}

const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

/** All of it and nothing else: a file that somebody has added to is theirs. */
const fileSchema = z.strictObject({
  schema: z.literal(reportSchema),
  state: z.string(),
  readAt: nullableText,
  plan: nullableText,
  account: z.optional(z.string()),
  windows: z.array(
    z.strictObject({
      kind: z.string(),
      name: nullableText,
      tightest: z.boolean(),
      usedPercent: nullableNumber,
      used: nullableNumber,
      left: nullableNumber,
      total: nullableNumber,
      resetsAt: nullableText,
      forecast: z.nullable(z.strictObject({ kind: z.string(), earliest: nullableText, at: nullableText })),
    }),
  ),
});

/** Whether a file of this text is one of ours, which may be written over. */
export function isReport(text: string): boolean {
  return fileSchema.safeParse(parseJson(text)).success;
}

/** Whether `text` says more than the file that is there. */
export function isNews(text: string, there: string): boolean {
  return readingOf(text) !== readingOf(there);
}

/** What tells one reading from another; a forecast goes on with the time alone. */
function readingOf(text: string): string | null {
  const report = fileSchema.safeParse(parseJson(text)).data;
  if (report === undefined) return null;
  return JSON.stringify({ ...report, windows: report.windows.map((window) => ({ ...window, forecast: null })) });
}
