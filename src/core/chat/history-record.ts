// Knows every line that a conversation's file may hold, and reads and writes one; not in which file it stands, nor what a
// conversation looks like when all of them are put together (conversation-tree.ts).
import * as z from 'zod/mini';
import { failureSchema } from '../service/failure-schema.ts';
import { type ImageAttachment, isImage } from './attachment.ts';
import { attachmentSchema, fileIdSchema } from './stored-attachment.ts';
import { stopReasons } from './stream-event.ts';

/** Raised when a reader of the version before could misread a file; what is newer than this is left alone. */
export const historyVersion = 1;

const count = z.nullable(z.number());
const usageSchema = z.object({ inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count });
const parent = z.nullable(z.string());

/** What happened to a conversation. `parent` is the id of the turn before, null for a first one. */
const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), id: z.string(), parent, text: z.string(), attachments: z.optional(z.array(attachmentSchema)) }),
  /** An answer begins: with nothing, or with the text that it continues. It takes the place of `replaces` in its branch. */
  z.object({
    kind: z.literal('answer'),
    id: z.string(),
    parent,
    replaces: z.nullable(z.string()),
    text: z.string(),
    thinking: z.string(),
  }),
  z.object({ kind: z.literal('source'), id: z.string(), payer: z.enum(['plan', 'apiKey']), model: z.string() }),
  z.object({ kind: z.literal('planRefused'), id: z.string(), failure: failureSchema }),
  /** What the model was not told when this answer was asked for. */
  z.object({ kind: z.literal('leftOut'), id: z.string(), turns: z.int(), images: z.int() }),
  z.object({ kind: z.literal('text'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('thinking'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('done'), id: z.string(), stopReason: z.catch(z.nullable(z.enum(stopReasons)), null), usage: usageSchema }),
  z.object({ kind: z.literal('failed'), id: z.string(), failure: failureSchema, usage: usageSchema }),
  z.object({ kind: z.literal('stopped'), id: z.string(), usage: usageSchema }),
  /** Another branch is shown: the one that ends with this turn. */
  z.object({ kind: z.literal('chosen'), head: z.string() }),
  /** A single turn is taken out of the conversation, or put back. */
  z.object({ kind: z.literal('removed'), id: z.string(), removed: z.boolean() }),
  z.object({ kind: z.literal('titled'), title: z.string() }),
  z.object({ kind: z.literal('pinned'), pinned: z.boolean() }),
  z.object({ kind: z.literal('deleted'), deleted: z.boolean() }),
]);
export type HistoryRecord = z.infer<typeof recordSchema>;

/** A record with its place: `n` counts a file's records from 0, `at` is in milliseconds since the epoch. */
export type HistoryEntry = { readonly n: number; readonly at: number } & HistoryRecord;

const headerSchema = z.object({ tidemark: z.literal('conversation'), version: z.int(), conversation: z.string() });
export type SegmentHeader = z.infer<typeof headerSchema>;

export function encodeHeader(conversation: string): string {
  return line({ tidemark: 'conversation', version: historyVersion, conversation } satisfies SegmentHeader);
}

export function encodeEntry(n: number, at: number, record: HistoryRecord): string {
  return line({ n, at, ...record });
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
  if (!('n' in data && 'at' in data && typeof data.at === 'number' && isCount(data.n))) return null;
  const { n, at } = data;
  if ('kind' in data && (data.kind === 'text' || data.kind === 'thinking')) {
    const isPiece = 'id' in data && typeof data.id === 'string' && 'text' in data && typeof data.text === 'string';
    return isPiece ? { n, at, kind: data.kind, id: String(data.id), text: String(data.text) } : null;
  }
  const record = recordSchema.safeParse(data);
  return record.success ? { n, at, ...record.data } : null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** What a person exports and brings back: the conversation as the fewest records that make it. */
const exportSchema = z.object({
  tidemark: z.literal('conversationExport'),
  version: z.literal(historyVersion),
  records: z.array(z.intersection(z.object({ at: z.number() }), recordSchema)),
  /** The images that its prompts name, as base64 by `fileId`. */
  images: z.optional(z.record(fileIdSchema, z.string())),
});
export type ExportedRecord = z.infer<typeof exportSchema>['records'][number];

export interface ExportedConversation {
  readonly records: readonly ExportedRecord[];
  readonly images: ReadonlyMap<string, string>;
}

export function encodeExport({ records, images }: ExportedConversation): string {
  const exported: z.infer<typeof exportSchema> = {
    tidemark: 'conversationExport',
    version: historyVersion,
    records: [...records],
    ...(images.size === 0 ? {} : { images: Object.fromEntries(images) }),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/** Null for a file that is not an export of this version. What it says to be images is unchecked. */
export function parseExport(text: string): ExportedConversation | null {
  const parsed = exportSchema.safeParse(parseJson(text));
  return parsed.success ? { records: parsed.data.records, images: new Map(Object.entries(parsed.data.images ?? {})) } : null;
}

/** The images that records name. */
export function imagesIn(records: readonly HistoryRecord[]): ImageAttachment[] {
  return records.flatMap((record) => (record.kind === 'prompt' ? (record.attachments ?? []).filter(isImage) : []));
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
