// The shape of an answer's blocks, and of the events that make them, where they come back from a file or reach a page.
import * as z from 'zod/mini';
import { goodOnes, largestText, textSchema } from '../../service/stored-fields.ts';
import { type AnswerBlock, deltaKinds, mostBlocks, readToolInput, toolInputJson, unnamedBlock } from './blocks.ts';

/** The name of a tool, or the id of its use: whatever a service likes that fits in a line. */
export const toolNameSchema = z.string().check(z.regex(/^\P{Cc}{1,256}$/u));
export const redactedDataSchema = z.string().check(z.maxLength(largestText));

/** An answer that was continued has the blocks of more than one stream. */
const largestIndex = 100 * mostBlocks;
const indexSchema = z.int().check(z.minimum(unnamedBlock), z.maximum(largestIndex));

export function isBlockIndex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= unnamedBlock && Number(value) <= largestIndex;
}

const redactedThinkingSchema = z.object({ kind: z.literal('redactedThinking'), data: redactedDataSchema });
const toolUseStartSchema = z.object({ kind: z.literal('toolUse'), id: toolNameSchema, name: toolNameSchema });

const blockStartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('thinking') }),
  redactedThinkingSchema,
  toolUseStartSchema,
]);

export const blockStartedSchema = z.object({
  kind: z.literal('blockStarted'),
  index: indexSchema,
  block: blockStartSchema,
});
export const blockDeltaSchema = z.object({ kind: z.enum(deltaKinds), index: indexSchema, text: textSchema });
export const blockEndedSchema = z.object({ kind: z.literal('blockEnded'), index: indexSchema });
export const blockEventSchema = z.discriminatedUnion('kind', [blockStartedSchema, blockDeltaSchema, blockEndedSchema]);

const textBlockSchema = z.object({ kind: z.literal('text'), text: textSchema });
const thinkingBlockSchema = z.object({ kind: z.literal('thinking'), text: textSchema, signature: textSchema });

export const answerBlockSchema = z.discriminatedUnion('kind', [
  textBlockSchema,
  thinkingBlockSchema,
  redactedThinkingSchema,
  z.extend(toolUseStartSchema, {
    input: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('arriving'), json: textSchema }),
      z.object({ kind: z.literal('read'), value: z.record(z.string(), z.unknown()) }),
    ]),
  }),
]);

/** As a file has it: a tool's input is JSON in a text, so that how deep it is nested is looked at before it is read. */
const storedBlockSchema = z.discriminatedUnion('kind', [
  textBlockSchema,
  thinkingBlockSchema,
  redactedThinkingSchema,
  z.extend(toolUseStartSchema, { input: textSchema }),
]);
export type StoredBlock = z.infer<typeof storedBlockSchema>;
export const storedBlocksSchema = goodOnes(storedBlockSchema);

export function storedBlock(block: AnswerBlock): StoredBlock {
  return block.kind === 'toolUse' ? { ...block, input: toolInputJson(block.input) } : block;
}

export function blockFromStored(stored: StoredBlock): AnswerBlock {
  return stored.kind === 'toolUse' ? { ...stored, input: readToolInput(stored.input) } : stored;
}
