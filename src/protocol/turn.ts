// A turn of the conversation as the page shows it, as a part of chat.ts.
import * as z from 'zod/mini';
import { answerBlockSchema } from '../core/chat/messages/block-schema.ts';
import { attachmentSchema } from './composer.ts';
import { noticeSchema } from './notices.ts';
import { runSchema } from './run.ts';
import { summarySchema } from './summaries.ts';

/** Who pays for an answer, under which name, with which model: shown on every answer. */
export const sourceSchema = z.object({
  payer: z.enum(['plan', 'apiKey']),
  provider: z.string(),
  model: z.string(),
  /** Whose plan, where several accounts are signed in. */
  account: z.optional(z.string()),
});
export type Source = z.infer<typeof sourceSchema>;

export const usageSchema = z.object({ inputTokens: z.number(), outputTokens: z.number() });
export type UsageView = z.infer<typeof usageSchema>;

export const progressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('streaming') }),
  z.object({ kind: z.literal('done') }),
  /** The model ran into its output limit: the text is whole as far as it goes. */
  z.object({ kind: z.literal('truncated') }),
  /** The model ended it without an answer, or without the rest of one: the notice says why, since the text cannot. */
  z.object({ kind: z.literal('unanswered'), notice: noticeSchema }),
  z.object({ kind: z.literal('stopped') }),
  /** A window was closed while it ran: what had arrived is there. */
  z.object({ kind: z.literal('interrupted') }),
  z.object({ kind: z.literal('failed'), notice: noticeSchema }),
]);
export type Progress = z.infer<typeof progressSchema>;

/** Which of several branches begins with this turn, counted from 0; absent where there is but one. */
const branchSchema = z.optional(z.object({ index: z.number(), count: z.number() }));

const promptTurnSchema = z.object({
  kind: z.literal('prompt'),
  id: z.string(),
  text: z.string(),
  branch: branchSchema,
  /** What went along; absent where nothing did. */
  attachments: z.optional(z.array(attachmentSchema)),
  restorable: z.optional(z.boolean()),
});
const answerTurnSchema = z.object({
  kind: z.literal('answer'),
  id: z.string(),
  /** What was received, in order. */
  blocks: z.array(answerBlockSchema),
  source: z.nullable(sourceSchema),
  /** Said above the text, for instance that the plan refused and the key pays. */
  notice: z.nullable(noticeSchema),
  progress: progressSchema,
  usage: z.nullable(usageSchema),
  /** The work of an agent; absent for an answer in words alone. */
  run: z.optional(runSchema),
  /** What was left out of the request, one sentence each; absent where nothing was. */
  leftOut: z.optional(z.array(z.string())),
  /** Seconds from sending the prompt to the end of the answer; null while it runs. */
  seconds: z.nullable(z.number()),
  branch: branchSchema,
  /** Of the turns up to this one; absent where there is none. */
  summary: z.optional(summarySchema),
});
export type AnswerTurn = z.infer<typeof answerTurnSchema>;
export const turnSchema = z.discriminatedUnion('kind', [promptTurnSchema, answerTurnSchema]);
export type Turn = z.infer<typeof turnSchema>;
