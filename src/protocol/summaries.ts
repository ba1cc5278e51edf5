// What host and page exchange about summaries of a conversation's turns, as a part of chat.ts.
import * as z from 'zod/mini';

export const summarySchema = z.object({
  /** Null while it is being made. */
  id: z.nullable(z.string()),
  /** What it is of, and whether it is sent, in words. */
  title: z.string(),
  /** Who made it, and what it lacks, each in words. */
  facts: z.array(z.string()),
  text: z.string(),
  isUsed: z.boolean(),
  /** What its button does; empty while it is being made. */
  action: z.string(),
});
export type SummaryView = z.infer<typeof summarySchema>;

export const summaryRequests = [
  /** Sends a summary in the place of its turns, or no more. */
  z.object({ kind: z.literal('useSummary'), id: z.string(), used: z.boolean() }),
] as const;
