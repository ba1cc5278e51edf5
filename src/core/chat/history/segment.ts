// How the files of one conversation are named, read and merged: each window writes a segment of its own, and a segment
// may end anywhere.
import { isId } from '../../service/stored-fields.ts';
import { begunTurn, referenceOf } from '../conversation/references.ts';
import { type HistoryEntry, historyVersion, parseEntry, parseHeader } from '../conversation/records.ts';

export type SegmentReading =
  | {
      readonly kind: 'read';
      readonly conversation: string;
      readonly entries: readonly HistoryEntry[];
      readonly damaged: boolean;
    }
  /** Ended before its first line was whole: it holds nothing yet. */
  | { readonly kind: 'empty' }
  /** Written by a newer Tidemark. */
  | { readonly kind: 'newer' }
  /** Not one of our files, or damaged at its very beginning. */
  | { readonly kind: 'unreadable' };

const suffix = '.jsonl';
const headerStart = '{"tidemark":"conversation",';

/** Both ids are our own random ones, without a dot. */
export function segmentName(conversation: string, writer: string): string {
  return `${conversation}.${writer}${suffix}`;
}

/** The conversation that a file belongs to; null for a file that is no segment. */
export function conversationOf(name: string): string | null {
  const parts = name.split('.');
  const id = parts[0];
  return parts.length === 3 && name.endsWith(suffix) && isId(id) ? id : null;
}

/**
 * Reads a segment, whatever was cut off its end. A line that cannot be read is harmless where the writer repeated it,
 * which its number tells; where numbers are missing, something was damaged.
 */
export function readSegment(bytes: Uint8Array): SegmentReading {
  const lines = new TextDecoder().decode(bytes).split('\n');
  // The first line too may have been torn and written again.
  const start = lines.findIndex((line) => parseHeader(line) !== null);
  const header = parseHeader(lines[start] ?? '');
  if (header === null)
    return headerStart.startsWith(lines.join('').slice(0, headerStart.length))
      ? { kind: 'empty' }
      : { kind: 'unreadable' };
  if (header.version > historyVersion) return { kind: 'newer' };
  const entries: HistoryEntry[] = [];
  let next = 0;
  let damaged = false;
  for (const line of lines.slice(start + 1)) {
    const entry = parseEntry(line);
    if (entry === null || entry.n < next) continue;
    damaged ||= entry.n > next;
    next = entry.n + 1;
    entries.push(entry);
  }
  return { kind: 'read', conversation: header.conversation, entries, damaged };
}

/**
 * The entries of all segments in the order of their times. Those of one segment never change places, and none comes
 * before the turn that it refers to: the clocks of two windows, or of one on two days, may differ.
 */
export function mergeSegments(segments: readonly (readonly HistoryEntry[])[]): HistoryEntry[] {
  const [only] = segments;
  if (only === undefined || segments.length === 1) return [...(only ?? [])];
  const written = new Set(segments.flatMap((entries) => entries.map(begunTurn)));
  const seen = new Set<string | null>([null]);
  const rest = segments.map((entries) => ({ entries, next: 0 }));
  const merged: HistoryEntry[] = [];
  for (;;) {
    const heads = rest.flatMap((segment) => {
      const entry = segment.entries[segment.next];
      return entry === undefined ? [] : [{ segment, entry }];
    });
    const ready = heads.filter(({ entry }) => seen.has(referenceOf(entry)) || !written.has(referenceOf(entry)));
    // Where each waits for another, none of them can be right, and the earliest goes first.
    const first = earliest(ready.length > 0 ? ready : heads);
    if (first === undefined) return merged;
    first.segment.next += 1;
    merged.push(first.entry);
    seen.add(begunTurn(first.entry));
  }
}

function earliest<Head extends { readonly entry: HistoryEntry }>(heads: readonly Head[]): Head | undefined {
  return heads.reduce<Head | undefined>(
    (first, head) => (first === undefined || head.entry.at < first.entry.at ? head : first),
    undefined,
  );
}
