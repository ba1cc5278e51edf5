// Knows every line that a conversation's file may hold, and reads and writes one; not in which file it stands, nor what a
// conversation looks like when all of them are put together (conversation-tree.ts).
import * as z from 'zod/mini';
import { failureSchema } from '../service/failure-schema.ts';
import { countSchema, goodOnes, idSchema, isId, isTime, largestText, nameSchema, storableTime, textSchema, titleSchema } from '../service/stored-fields.ts';
import { attachmentSchema } from './stored-attachment.ts';
import { stopReasons } from './stream-event.ts';

/** Raised when a reader of the version before could misread a file; what is newer than this is left alone. */
export const historyVersion = 1;

/** Bytes of a file that is read at all: a segment ends long before, and so does what a person exports. */
export const largestFile = 64 * 1024 * 1024;

const count = z.nullable(countSchema);
const usageSchema = z.object({ inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count });
const id = idSchema;
const parent = z.nullable(idSchema);
const attachments = z.optional(goodOnes(attachmentSchema));

/** What a conversation consists of. `parent` is the id of the turn before, null for a first one. */
export const exportedKinds = [
  z.object({ kind: z.literal('prompt'), id, parent, text: textSchema, attachments }),
  /** An answer begins: with nothing, or with the text that it continues. It takes the place of `replaces` in its branch. */
  z.object({ kind: z.literal('answer'), id, parent, replaces: z.nullable(idSchema), text: textSchema, thinking: textSchema }),
  z.object({ kind: z.literal('source'), id, payer: z.enum(['plan', 'apiKey']), model: nameSchema }),
  z.object({ kind: z.literal('planRefused'), id, failure: failureSchema }),
  /** What the model was not told when this answer was asked for. */
  z.object({ kind: z.literal('leftOut'), id, turns: countSchema, images: countSchema }),
  z.object({ kind: z.literal('text'), id, text: textSchema }),
  z.object({ kind: z.literal('thinking'), id, text: textSchema }),
  z.object({ kind: z.literal('done'), id, stopReason: z.catch(z.nullable(z.enum(stopReasons)), null), usage: usageSchema }),
  z.object({ kind: z.literal('failed'), id, failure: failureSchema, usage: usageSchema }),
  z.object({ kind: z.literal('stopped'), id, usage: usageSchema }),
  /** Another branch is shown: the one that ends with this turn. */
  z.object({ kind: z.literal('chosen'), head: idSchema }),
  /** A single turn is taken out of the conversation, or put back. */
  z.object({ kind: z.literal('removed'), id, removed: z.boolean() }),
  z.object({ kind: z.literal('titled'), title: titleSchema }),
] as const;

/** What happened to a conversation: also what only the list knows of it. */
const recordSchema = z.discriminatedUnion('kind', [
  ...exportedKinds,
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
  return line({ n, at: storableTime(at), ...record });
}

/** Null for anything that is not the first line of a conversation's file. */
export function parseHeader(text: string): SegmentHeader | null {
  const parsed = headerSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/**
 * Null for a line that is torn, or that this version does not know. Pieces of text are nearly all of a file, so they alone
 * are checked by hand: a long conversation opens fast.
 */
export function parseEntry(text: string): HistoryEntry | null {
  const data = parseJson(text);
  if (typeof data !== 'object' || data === null) return null;
  if (!('n' in data && 'at' in data && isTime(data.at) && isCount(data.n))) return null;
  const { n, at } = data;
  if ('kind' in data && (data.kind === 'text' || data.kind === 'thinking')) {
    const isPiece = 'id' in data && isId(data.id) && 'text' in data && typeof data.text === 'string' && data.text.length <= largestText;
    return isPiece ? { n, at, kind: data.kind, id: String(data.id), text: String(data.text) } : null;
  }
  const record = recordSchema.safeParse(data);
  return record.success ? { n, at, ...record.data } : null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
