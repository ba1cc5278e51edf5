// What a run adds to the file of a conversation, beside the growth of its answers, which is kept as that of every
// answer. Blocks are named by their place among all of the run.
import * as z from 'zod/mini';
import { failureSchema } from '../../../service/failure/failure-schema.ts';
import {
  countSchema,
  goodOnes,
  idSchema,
  textSchema,
  timeSchema,
  titleSchema,
} from '../../../service/stored-fields.ts';
import { isBlockIndex } from '../../messages/block-schema.ts';
import { stopReasons } from '../../messages/stream/stream-event.ts';

const id = idSchema;
const block = z.int().check(
  z.minimum(0),
  z.refine((index) => isBlockIndex(index)),
);
/** Windows counts them with 32 bits. */
const exitCodeSchema = z.int().check(z.minimum(-(2 ** 31)), z.maximum(2 ** 32 - 1));
const linesSchema = z.object({ added: countSchema, removed: countSchema });
const percent = z.number().check(z.nonnegative());
const shareSchema = z.object({
  taken: percent,
  since: timeSchema,
  isWhole: z.boolean(),
  last: z.object({ window: titleSchema, used: percent, readAt: timeSchema }),
});
const contentSchema = goodOnes(z.object({ kind: z.literal('text'), text: textSchema }));

const count = z.nullable(countSchema);
export const usageSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
});

const endSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    stopReason: z.catch(z.nullable(z.enum(stopReasons)), null),
    usage: usageSchema,
  }),
  z.object({ kind: z.literal('failed'), failure: failureSchema, usage: usageSchema }),
  z.object({ kind: z.literal('stopped'), usage: usageSchema }),
]);

/** `id` is the answer's that the run makes. */
export const runKinds = [
  z.object({ kind: z.literal('answerBegan'), id }),
  z.object({ kind: z.literal('answerEnded'), id, end: endSchema }),
  z.object({ kind: z.literal('callStarted'), id, block }),
  z.object({
    kind: z.literal('callEnded'),
    id,
    block,
    outcome: z.object({
      isError: z.boolean(),
      content: contentSchema,
      lines: z.optional(linesSchema),
      exitCode: z.optional(exitCodeSchema),
      isSandboxed: z.optional(z.literal(true)),
    }),
  }),
  z.object({ kind: z.literal('wordsAdded'), id, text: textSchema }),
  z.object({ kind: z.literal('resultsDropped'), id, steps: countSchema }),
  z.object({ kind: z.literal('quotaRead'), id, share: shareSchema }),
  z.object({ kind: z.literal('planned'), id }),
] as const;
