// Which turn each record refers to, and so which records can follow which.
import { isBlockEvent } from '../messages/blocks.ts';
import type { HistoryRecord } from './records.ts';

/** The turn that must be there before this record; null for one that needs none. */
export function referenceOf(record: HistoryRecord): string | null {
  if (isBlockEvent(record)) return record.id;
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

type Beginning = Extract<HistoryRecord, { kind: 'prompt' | 'answer' }>;
/** What begins each turn, by the turn's id. */
export type Beginnings = ReadonlyMap<string, Beginning>;

export function beginningsIn(records: readonly HistoryRecord[]): Beginnings {
  const begun = new Map<string, Beginning>();
  for (const record of records) if (record.kind === 'prompt' || record.kind === 'answer') begun.set(record.id, record);
  return begun;
}

/**
 * Whether there are turns, each begun once and following one that was begun before it, so that no turn follows itself;
 * and each summary is of turns that were begun before it.
 */
export function refersBack(records: readonly HistoryRecord[]): boolean {
  const begun = new Map<string, Beginning>();
  for (const record of records) {
    if (record.kind === 'summaryMade' && !isBranchBeginning(record.covers, begun)) return false;
    if (record.kind !== 'prompt' && record.kind !== 'answer') continue;
    const { id, parent } = record;
    if (begun.has(id) || (parent !== null && !begun.has(parent))) return false;
    begun.set(id, record);
  }
  return begun.size > 0;
}

/** Whether these are the first turns of one branch, up to an answer: what a summary can be of. */
export function isBranchBeginning(ids: readonly string[], begun: Beginnings): boolean {
  const isInOrder = ids.every((id, index) => begun.get(id)?.parent === (ids[index - 1] ?? null));
  return isInOrder && begun.get(ids.at(-1) ?? '')?.kind === 'answer';
}
