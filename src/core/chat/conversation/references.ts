// Which turn each record refers to, and so which records can follow which.
import type { HistoryRecord } from './records.ts';

/** The turn that must be there before this record; null for one that needs none. */
export function referenceOf(record: HistoryRecord): string | null {
  switch (record.kind) {
    case 'prompt':
    case 'answer':
      return record.parent;
    case 'chosen':
      return record.head;
    case 'titled':
    case 'pinned':
    case 'deleted':
    case 'fileChangesKept':
    case 'summaryUsed':
      return null;
    case 'summaryMade':
      return record.covers.at(-1) ?? null;
    case 'source':
    case 'planRefused':
    case 'leftOut':
    case 'blockStarted':
    case 'textAdded':
    case 'thinkingAdded':
    case 'signatureAdded':
    case 'toolInputAdded':
    case 'blockEnded':
    case 'answerBegan':
    case 'answerEnded':
    case 'callStarted':
    case 'callEnded':
    case 'wordsAdded':
    case 'resultsDropped':
    case 'quotaRead':
    case 'planned':
    case 'done':
    case 'failed':
    case 'stopped':
    case 'removed':
    case 'fileChangeBegan':
    case 'fileChangeEnded':
      return record.id;
  }
}

/** The turn that a record begins; null where it begins none. */
export function begunTurn(record: HistoryRecord): string | null {
  return record.kind === 'prompt' || record.kind === 'answer' ? record.id : null;
}

/**
 * Whether there are turns, each begun once and following one that was begun before it: so that no turn follows itself.
 */
export function refersBack(records: readonly HistoryRecord[]): boolean {
  const begun = new Set<string>();
  for (const record of records) {
    const id = begunTurn(record);
    if (id === null) continue;
    const before = referenceOf(record);
    if (begun.has(id) || (before !== null && !begun.has(before))) return false;
    begun.add(id);
  }
  return begun.size > 0;
}
