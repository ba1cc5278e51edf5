// The fewest records that make a turn anew.
import type { AnswerTurn } from './answer.ts';
import type { ExportedRecord } from './conversation-export.ts';
import type { PromptTurn, Turn } from './conversation.ts';
import type { HistoryRecord } from './records.ts';
import { recordsOfRun } from './runs/run-turn.ts';

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
