// Knows the file that a person exports a conversation to, and checks one that is brought back; not how either is chosen.
import * as z from 'zod/mini';
import { idSchema, textSchema, timeSchema } from '../../service/stored-fields.ts';
import { type ImageAttachment, isImage } from '../attachment.ts';
import { exportedKinds, type HistoryRecord, historyVersion, parseJson } from '../history-record.ts';
import { refersBack } from './references.ts';

/** What a person exports and brings back: the conversation as the fewest records that make it. */
const exportSchema = z.object({
  tidemark: z.literal('conversationExport'),
  version: z.literal(historyVersion),
  records: z.array(z.intersection(z.object({ at: timeSchema }), z.discriminatedUnion('kind', exportedKinds))),
  /** The images that its prompts name, as base64 by `fileId`. */
  images: z.optional(z.record(idSchema, textSchema)),
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

/**
 * Null for a file that is not an export of this version, or whose turns follow one that is not there before them. What it says
 * to be images is unchecked.
 */
export function parseExport(text: string): ExportedConversation | null {
  const parsed = exportSchema.safeParse(parseJson(text));
  if (!parsed.success || !refersBack(parsed.data.records)) return null;
  return { records: parsed.data.records, images: new Map(Object.entries(parsed.data.images ?? {})) };
}

/** The images that records name. */
export function imagesIn(records: readonly HistoryRecord[]): ImageAttachment[] {
  return records.flatMap((record) => (record.kind === 'prompt' ? (record.attachments ?? []).filter(isImage) : []));
}
