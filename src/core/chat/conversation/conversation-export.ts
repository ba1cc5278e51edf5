// The file that a person exports a conversation to; one that is brought back is checked.
import * as z from 'zod/mini';
import { parseJson } from '../../service/json.ts';
import { idSchema, textSchema, timeSchema } from '../../service/stored-fields.ts';
import { type ImageAttachment, isImage } from '../attachments/attachment.ts';
import { exportedKinds, type HistoryRecord, historyVersion, storedRecord } from './records.ts';
import { refersBack } from './references.ts';
import { mostSummaries, unusedRecord } from './summaries.ts';

const exportedRecordSchema = z.intersection(z.object({ at: timeSchema }), z.discriminatedUnion('kind', exportedKinds));
export type ExportedRecord = z.infer<typeof exportedRecordSchema>;

/** What a person exports and brings back: the conversation as the fewest records that make it. */
const exportSchema = z.object({
  tidemark: z.literal('conversationExport'),
  version: z.int().check(z.minimum(1), z.maximum(historyVersion)),
  records: z.array(z.unknown()),
  /** The images that its prompts name, as base64 by `fileId`. */
  images: z.optional(z.record(idSchema, textSchema)),
});

export interface ExportedConversation {
  readonly records: readonly ExportedRecord[];
  readonly images: ReadonlyMap<string, string>;
}

export function encodeExport({ records, images }: ExportedConversation): string {
  const exported: z.infer<typeof exportSchema> = {
    tidemark: 'conversationExport',
    version: historyVersion,
    records: records.map((record) => storedRecord(withoutAccount(record))),
    ...(images.size === 0 ? {} : { images: Object.fromEntries(images) }),
  };
  return `${JSON.stringify(exported, null, 2)}\n`;
}

/**
 * Null for a file that is not an export, or one of a newer version, or whose turns follow one that is not there before
 * them, or with more summaries than a conversation has. None of the summaries is used before a person says so: it may
 * say anything of the turns that it would stand for. What the file says to be images is unchecked.
 */
export function parseExport(text: string): ExportedConversation | null {
  const exported = exportSchema.safeParse(parseJson(text)).data;
  const records = exported === undefined ? null : exportedRecords(exported.records);
  if (records === null || !refersBack(records)) return null;
  if (records.filter(({ kind }) => kind === 'summaryMade').length > mostSummaries) return null;
  return { records: withSummariesUnused(records), images: new Map(Object.entries(exported?.images ?? {})) };
}

function withSummariesUnused(records: readonly ExportedRecord[]): ExportedRecord[] {
  return records.flatMap((record): ExportedRecord[] => {
    if (record.kind === 'summaryUsed') return [];
    return record.kind === 'summaryMade' ? [record, { at: record.at, ...unusedRecord(record.id) }] : [record];
  });
}

/** Whoever it is given to learns nothing of whose plan paid. */
function withoutAccount(record: ExportedRecord): ExportedRecord {
  const isPaid = record.kind === 'source' || record.kind === 'summaryMade';
  return isPaid ? { ...record, account: undefined } : record;
}

/** Null with the first that is none: what is wrong with tens of thousands of them is not worth gathering. */
function exportedRecords(values: readonly unknown[]): ExportedRecord[] | null {
  const records: ExportedRecord[] = [];
  for (const value of values) {
    const record = exportedRecordSchema.safeParse(value).data;
    if (record === undefined) return null;
    records.push(record);
  }
  return records;
}

/** The images that records name. */
export function imagesIn(records: readonly HistoryRecord[]): ImageAttachment[] {
  return records.flatMap((record) => (record.kind === 'prompt' ? (record.attachments ?? []).filter(isImage) : []));
}
