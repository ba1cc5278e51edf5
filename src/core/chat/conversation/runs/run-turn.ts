// An answer that a run makes: its blocks are those of all its steps, one behind the other, and named by their place
// among them wherever it is kept or shown.
import { type AnswerBlock, type BlockEvent, eventsOfBlock } from '../../messages/blocks.ts';
import { noUsage, type Usage } from '../../messages/stream/stream-event.ts';
import type { AnswerTurn } from '../answer.ts';
import type { HistoryRecord } from '../records.ts';
import { emptyRun, runAfter, type RunRecord, type RunState, type RunStep, withoutImages } from './run-state.ts';

/** The records of a run, as a file has them. */
export type RunHistoryRecord = Extract<HistoryRecord, { kind: RunRecord['kind'] | BlockEvent['kind'] }>;

export function turnAfter(turn: AnswerTurn, record: RunRecord): AnswerTurn {
  const run = runAfter(turn.run ?? emptyRun, record);
  const usage = usageAfter(turn, run, record);
  // A long run is read back record by record: what a record leaves as it is, is not put together again.
  const leavesBlocks = turn.run !== undefined && record.kind !== 'answerBegan' && record.kind !== 'answerGrew';
  if (leavesBlocks) return { ...turn, run, usage };
  return { ...turn, run, blocks: turn.blocks.slice(0, run.firstBlock).concat(run.steps.at(-1)?.blocks ?? []), usage };
}

function usageAfter(turn: AnswerTurn, run: RunState, record: RunRecord): Usage {
  if (turn.run === undefined) return usageOfRun(run);
  if (record.kind !== 'answerEnded') return turn.usage;
  // A damaged file may end a step twice.
  const isCounted = turn.run.steps.at(-1)?.end !== null;
  return isCounted ? usageOfRun(run) : usageTogether(turn.usage, record.end.usage);
}

/** @param turn as the record has left it */
export function storedRunRecord({ id, run = emptyRun }: AnswerTurn, record: RunRecord): RunHistoryRecord {
  const first = run.firstBlock;
  switch (record.kind) {
    case 'answerGrew':
      return { id, ...record.event, index: record.event.index + first };
    case 'callStarted':
      return { kind: 'callStarted', id, block: record.block + first };
    case 'callEnded':
      return { kind: 'callEnded', id, block: record.block + first, outcome: withoutImages(record.outcome) };
    default:
      return { ...record, id };
  }
}

/** The turn as a record of its file leaves it. */
export function turnAfterStored(turn: AnswerTurn, record: RunHistoryRecord): AnswerTurn {
  return turnAfter(turn, runRecord((turn.run ?? emptyRun).firstBlock, record));
}

function runRecord(first: number, record: RunHistoryRecord): RunRecord {
  switch (record.kind) {
    case 'answerBegan':
    case 'answerEnded':
    case 'wordsAdded':
    case 'resultsDropped':
    case 'quotaRead':
    case 'planned':
      return record;
    case 'callStarted':
    case 'callEnded':
      return { ...record, block: record.block - first };
    default:
      return { kind: 'answerGrew', event: { ...record, index: record.index - first } };
  }
}

/** The fewest records that make a run anew. */
export function recordsOfRun(id: string, { steps, droppedSteps, quota, isPlan }: RunState): RunHistoryRecord[] {
  let first = 0;
  const records = steps.flatMap((step) => {
    const begin = first;
    first += step.blocks.length;
    return recordsOfStep(id, step, begin);
  });
  return [
    ...records,
    ...(droppedSteps === 0 ? [] : [{ kind: 'resultsDropped' as const, id, steps: droppedSteps }]),
    ...(quota === null ? [] : [{ kind: 'quotaRead' as const, id, share: quota }]),
    ...(isPlan ? [{ kind: 'planned' as const, id }] : []),
  ];
}

function recordsOfStep(
  id: string,
  { blocks, end, started, outcomes, words }: RunStep,
  first: number,
): RunHistoryRecord[] {
  const grown = blocks.flatMap((block: AnswerBlock, index) => eventsOfBlock(block, first + index));
  return [
    { kind: 'answerBegan', id },
    ...grown.map((event) => ({ id, ...event })),
    ...(end === null ? [] : [{ kind: 'answerEnded' as const, id, end }]),
    ...Array.from(started, (block) => ({ kind: 'callStarted' as const, id, block: first + block })),
    ...Array.from(outcomes, ([block, outcome]) => ({
      kind: 'callEnded' as const,
      id,
      block: first + block,
      outcome: withoutImages(outcome),
    })),
    ...words.map((text) => ({ kind: 'wordsAdded' as const, id, text })),
  ];
}

/** Of all its answers together; null where no answer has said. */
export function usageOfRun({ steps }: RunState): Usage {
  const known = steps.flatMap(({ end }) => (end === null ? [] : [end.usage]));
  return known.reduce(usageTogether, noUsage);
}

function usageTogether(one: Usage, other: Usage): Usage {
  return {
    inputTokens: together(one.inputTokens, other.inputTokens),
    outputTokens: together(one.outputTokens, other.outputTokens),
    cacheReadTokens: together(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: together(one.cacheWriteTokens, other.cacheWriteTokens),
  };
}

function together(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
