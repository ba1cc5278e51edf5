// The fewest records that make a turn anew, and what each record makes of an answer.
import { type AnswerTurn, type LeftOut, reduceAnswer, sourceOf } from './answer.ts';
import { isBlockEvent } from '../messages/blocks.ts';
import type { ExportedRecord } from './conversation-export.ts';
import type { PromptTurn, Turn } from './conversation.ts';
import type { FileRecord } from './files/file-records.ts';
import type { HistoryRecord } from './records.ts';
import { recordsOfRun, turnAfterStored } from './runs/run-turn.ts';
import type { SummaryRecord } from './summaries.ts';

type EndRecord = Extract<HistoryRecord, { kind: 'done' | 'failed' | 'stopped' }>;

export function promptOf({ id, text, attachments }: HistoryRecord & { kind: 'prompt' }): PromptTurn {
  return { kind: 'prompt', id, text, ...(attachments === undefined ? {} : { attachments }) };
}

export function recordsOf(turn: Turn, parent: string | null, at: number): ExportedRecord[] {
  const { id } = turn;
  if (turn.kind === 'prompt') {
    const { text, attachments } = turn;
    return [
      { at, kind: 'prompt', id, parent, text, ...(attachments === undefined ? {} : { attachments: [...attachments] }) },
    ];
  }
  const { blocks, planRefusal, source, leftOut, run } = turn;
  const end = endRecord(turn);
  return [
    { at, kind: 'answer', id, parent, replaces: null, blocks: run === undefined ? [...blocks] : [] },
    ...(run === undefined ? [] : recordsOfRun(id, run).map((record) => ({ at, ...record }))),
    ...(leftOut === undefined ? [] : [{ at, kind: 'leftOut' as const, id, ...leftOut }]),
    ...(planRefusal === null ? [] : [{ at, kind: 'planRefused' as const, id, failure: planRefusal }]),
    ...(source === null ? [] : [{ at, kind: 'source' as const, id, ...source }]),
    ...(end === null ? [] : [{ at: turn.endedAt ?? at, ...end }]),
  ];
}

/** The record that ends an answer; null for one that has not ended, or was interrupted. */
export function endRecord({ id, progress, usage }: AnswerTurn): EndRecord | null {
  switch (progress.kind) {
    case 'done':
      return { kind: 'done', id, stopReason: progress.stopReason, usage };
    case 'failed':
      return { kind: 'failed', id, failure: progress.failure, usage };
    case 'stopped':
      return { kind: 'stopped', id, usage };
    case 'waiting':
    case 'streaming':
    case 'interrupted':
      return null;
  }
}

/** What is about the conversation, and not about one answer. */
type StructuralKind =
  | FileRecord['kind']
  | SummaryRecord['kind']
  | ('prompt' | 'answer' | 'chosen' | 'removed' | 'titled' | 'pinned' | 'deleted');
/** What is about an answer that has begun. */
export type AnswerRecord = Exclude<HistoryRecord, { kind: StructuralKind }>;

/** @param at when it was recorded, in milliseconds since the epoch */
export function answerAfter(answer: AnswerTurn, record: AnswerRecord, at: number): AnswerTurn {
  if (isBlockEvent(record)) {
    // As long as no end is known, it ended with what came last.
    return {
      ...(answer.run === undefined ? reduceAnswer(answer, record, at) : turnAfterStored(answer, record)),
      endedAt: at,
    };
  }
  switch (record.kind) {
    case 'source':
      return { ...answer, source: sourceOf(record) };
    case 'planRefused':
      return { ...answer, planRefusal: record.failure, source: null };
    case 'leftOut':
      return { ...answer, leftOut: leftOutOf(record) };
    case 'answerBegan':
    case 'answerEnded':
    case 'callStarted':
    case 'callEnded':
    case 'wordsAdded':
    case 'resultsDropped':
      // A run that has ended may go on.
      return { ...turnAfterStored(answer, record), progress: { kind: 'interrupted' }, endedAt: at };
    case 'quotaRead':
    case 'planned':
      return turnAfterStored(answer, record);
    case 'done':
    case 'failed':
    case 'stopped':
      return reduceAnswer(answer, record, at);
  }
}

function leftOutOf({ turns, images, summarised }: HistoryRecord & { kind: 'leftOut' }): LeftOut {
  return { turns, images, ...(summarised === undefined ? {} : { summarised }) };
}
