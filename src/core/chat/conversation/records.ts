// Every line that a conversation's file may hold. What a conversation looks like when all of them are put together:
// tree.ts.
import * as z from 'zod/mini';
import { parseJson } from '../../service/json.ts';
import { failureSchema } from '../../service/failure/failure-schema.ts';
import {
  countSchema,
  goodOnes,
  idSchema,
  isId,
  isTime,
  largestText,
  modelNameSchema,
  storableTime,
  textSchema,
  titleSchema,
} from '../../service/stored-fields.ts';
import { attachmentSchema } from '../attachments/stored-attachment.ts';
import {
  blockDeltaSchema,
  blockEndedSchema,
  blockFromStored,
  blockStartedSchema,
  isBlockIndex,
  storedBlock,
  storedBlocksSchema,
} from '../messages/block-schema.ts';
import { type AnswerBlock, type BlockDelta, deltaKinds, unnamedBlock } from '../messages/blocks.ts';
import { stopReasons } from '../messages/stream/stream-event.ts';
import { fileKinds } from './files/file-records.ts';
import { runKinds, usageSchema } from './runs/stored-run.ts';

/**
 * Raised when a reader of the version before could misread a file; what is newer than this is left alone. Version 1
 * kept one text and one thinking of an answer, in pieces that named no block.
 */
export const historyVersion = 2;

/** Bytes of a file that is read at all: a segment ends long before, and so does what a person exports. */
export const largestFile = 64 * 1024 * 1024;

const id = idSchema;
const parent = z.nullable(idSchema);
const attachments = z.optional(goodOnes(attachmentSchema));

const answerSchema = z.pipe(
  z.object({
    kind: z.literal('answer'),
    id,
    parent,
    replaces: z.nullable(idSchema),
    blocks: z.optional(storedBlocksSchema),
    // Version 1.
    text: z.optional(textSchema),
    thinking: z.optional(textSchema),
  }),
  z.transform(({ blocks, text = '', thinking = '', ...answer }) => ({
    ...answer,
    blocks: blocks?.map(blockFromStored) ?? blocksOfTexts(thinking, text),
  })),
);

function blocksOfTexts(thinking: string, text: string): AnswerBlock[] {
  return [
    ...(thinking === '' ? [] : [{ kind: 'thinking' as const, text: thinking, signature: '' }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
  ];
}

type BlockDeltaRecord = BlockDelta & { readonly id: string };

/** A piece of version 1. */
function deltaOfPiece(kind: 'text' | 'thinking', id: string, text: string): BlockDeltaRecord {
  return { kind: kind === 'text' ? 'textAdded' : 'thinkingAdded', id, index: unnamedBlock, text };
}

/** What a conversation consists of. `parent` is the id of the turn before, null for a first one. */
export const exportedKinds = [
  z.object({ kind: z.literal('prompt'), id, parent, text: textSchema, attachments }),
  /** An answer begins: with nothing, or with what it continues. It takes the place of `replaces` in its branch. */
  answerSchema,
  z.object({
    ...{ kind: z.literal('source'), id, payer: z.enum(['plan', 'apiKey']), model: modelNameSchema },
    account: z.optional(idSchema),
  }),
  z.object({ kind: z.literal('planRefused'), id, failure: failureSchema }),
  /** What was left out of the request for this answer. */
  z.object({
    kind: z.literal('leftOut'),
    id,
    turns: countSchema,
    images: countSchema,
    summarised: z.optional(countSchema),
  }),
  z.extend(blockStartedSchema, { id }),
  z.extend(blockDeltaSchema, { id }),
  z.extend(blockEndedSchema, { id }),
  z.pipe(
    z.object({ kind: z.literal(['text', 'thinking']), id, text: textSchema }),
    z.transform(({ kind, id, text }) => deltaOfPiece(kind, id, text)),
  ),
  z.object({
    kind: z.literal('done'),
    id,
    stopReason: z.catch(z.nullable(z.enum(stopReasons)), null),
    usage: usageSchema,
  }),
  z.object({ kind: z.literal('failed'), id, failure: failureSchema, usage: usageSchema }),
  z.object({ kind: z.literal('stopped'), id, usage: usageSchema }),
  /** The answer is made by a run: by its steps, each an answer of its own and what came of the tools that it called. */
  ...runKinds,
  /** Another branch is shown: the one that ends with this turn. */
  z.object({ kind: z.literal('chosen'), head: idSchema }),
  /** A single turn is taken out of the conversation, or put back. */
  z.object({ kind: z.literal('removed'), id, removed: z.boolean() }),
  z.object({ kind: z.literal('titled'), title: titleSchema }),
  /** A model has summarised the turns that `covers` names, see `ConversationSummary`. */
  z.object({
    kind: z.literal('summaryMade'),
    id,
    covers: z.array(idSchema).check(z.minLength(1)),
    steps: countSchema,
    leftOut: countSchema,
    text: textSchema,
    payer: z.enum(['plan', 'apiKey']),
    model: modelNameSchema,
    account: z.optional(idSchema),
  }),
  /** Whether the summary with this id is sent. */
  z.object({ kind: z.literal('summaryUsed'), id, used: z.boolean() }),
] as const;

/**
 * What happened to a conversation: also what only the list knows of it, and what only this machine has the files of.
 */
const recordSchema = z.discriminatedUnion('kind', [
  ...exportedKinds,
  ...fileKinds,
  z.object({ kind: z.literal('pinned'), pinned: z.boolean() }),
  z.object({ kind: z.literal('deleted'), deleted: z.boolean() }),
]);
export type HistoryRecord = z.infer<typeof recordSchema>;

/** A record with its place: `n` counts a file's records from 0, `at` is in milliseconds since the epoch. */
export type HistoryEntry = { readonly n: number; readonly at: number } & HistoryRecord;

const headerSchema = z.object({ tidemark: z.literal('conversation'), version: z.int(), conversation: idSchema });
export type SegmentHeader = z.infer<typeof headerSchema>;

export function encodeHeader(conversation: string): string {
  return line({ tidemark: 'conversation', version: historyVersion, conversation } satisfies SegmentHeader);
}

export function encodeEntry(n: number, at: number, record: HistoryRecord): string {
  return line({ n, at: storableTime(at), ...storedRecord(record) });
}

/** The record as it is in a file. */
export function storedRecord(record: HistoryRecord): object {
  return record.kind === 'answer' ? { ...record, blocks: record.blocks.map(storedBlock) } : record;
}

/** Null for anything that is not the first line of a conversation's file. */
export function parseHeader(text: string): SegmentHeader | null {
  const parsed = headerSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/**
 * Null for a line that is torn, or that this version does not know. Pieces of text are nearly all of a file, so they
 * alone are checked by hand: a long conversation opens fast.
 */
export function parseEntry(text: string): HistoryEntry | null {
  const data = parseJson(text);
  if (typeof data !== 'object' || data === null) return null;
  if (!('n' in data && 'at' in data && isTime(data.at) && isCount(data.n))) return null;
  const { n, at } = data;
  const delta = deltaIn(data);
  if (delta !== undefined) return delta === null ? null : { n, at, ...delta };
  const record = recordSchema.safeParse(data);
  return record.success ? { n, at, ...record.data } : null;
}

/** Undefined for what is no piece of an answer, null for one of a wrong shape. */
function deltaIn(data: object): BlockDeltaRecord | null | undefined {
  if (!('kind' in data)) return undefined;
  const { kind } = data;
  const isPiece = kind === 'text' || kind === 'thinking';
  if (!isPiece && !isDeltaKind(kind)) return undefined;
  if (!('id' in data && isId(data.id) && 'text' in data && typeof data.text === 'string')) return null;
  const { id, text } = data;
  if (text.length > largestText) return null;
  if (isPiece) return deltaOfPiece(kind, id, text);
  return 'index' in data && isBlockIndex(data.index) ? { kind, id, index: data.index, text } : null;
}

function isDeltaKind(kind: unknown): kind is BlockDelta['kind'] {
  return deltaKinds.some((known) => known === kind);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
