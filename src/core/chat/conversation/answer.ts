// An answer, and how each event changes it: as it arrives, and as it is read back. Received text is never lost: every
// end keeps what came before it.
import type { Failure } from '../../service/failure/errors.ts';
import { type AnswerBlock, blocksAfter, isBlockEvent, textOf } from '../messages/blocks.ts';
import { noUsage, type StopReason, type Usage } from '../messages/stream/stream-event.ts';
import type { AnswerEvent } from '../messages/stream/stream.ts';
import type { AnswerSource } from '../providers/fallback-chain.ts';
import type { RunState } from './runs/run-state.ts';

/** What was left out of the request: it did not fit, or it takes no images. */
export interface LeftOut {
  /** Of the oldest prompts and answers, how many. */
  readonly turns: number;
  readonly images: number;
  /** Of the oldest prompts and answers, how many went as a summary; those left out came behind. Absent for none. */
  readonly summarised?: number;
}

export type AnswerProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'streaming' }
  | { readonly kind: 'done'; readonly stopReason: StopReason | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' }
  /** Its end was never written: a window was closed, or worse, while it ran. */
  | { readonly kind: 'interrupted' };

export interface AnswerTurn {
  readonly kind: 'answer';
  readonly id: string;
  /** What was received, in order. */
  readonly blocks: readonly AnswerBlock[];
  /** Null until a provider was chosen. */
  readonly source: AnswerSource | null;
  /** Why the plan did not answer this prompt; null where it did or was not asked. */
  readonly planRefusal: Failure | null;
  readonly progress: AnswerProgress;
  readonly usage: Usage;
  /** Absent where nothing was. */
  readonly leftOut?: LeftOut;
  /**
   * How it came to be, where it is the work of an agent: absent for an answer in words alone. `usage` is that of all
   * steps.
   */
  readonly run?: RunState;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export function createAnswer(id: string, startedAt: number): AnswerTurn {
  return {
    kind: 'answer',
    id,
    blocks: [],
    source: null,
    planRefusal: null,
    progress: { kind: 'waiting' },
    usage: noUsage,
    startedAt,
    endedAt: null,
  };
}

/** Who answers, as a record says it. */
export function sourceOf({ payer, model, account }: AnswerSource): AnswerSource {
  return account === undefined ? { payer, model } : { payer, model, account };
}

/** The answer after one event: as it arrives, and as it is read back. */
export function reduceAnswer(answer: AnswerTurn, event: AnswerEvent, now: number): AnswerTurn {
  if (isBlockEvent(event)) return { ...answer, blocks: blocksAfter(answer.blocks, event) };
  switch (event.kind) {
    case 'started':
      return {
        ...answer,
        progress: { kind: 'streaming' },
        source:
          answer.source === null || event.model === null ? answer.source : { ...answer.source, model: event.model },
      };
    case 'done':
      return { ...answer, progress: { kind: 'done', stopReason: event.stopReason }, usage: event.usage, endedAt: now };
    case 'failed':
      return { ...answer, progress: { kind: 'failed', failure: event.failure }, usage: event.usage, endedAt: now };
    case 'stopped':
      return { ...answer, progress: { kind: 'stopped' }, usage: event.usage, endedAt: now };
  }
}

/** Whether an answer ended before it was whole, with something received to go on from. */
export function canContinue({ blocks, progress, run }: AnswerTurn): boolean {
  if (run === undefined && textOf(blocks).trim() === '') return false;
  switch (progress.kind) {
    case 'waiting':
    case 'streaming':
      return false;
    case 'done':
      return progress.stopReason === 'max_tokens';
    case 'failed':
    case 'stopped':
    case 'interrupted':
      return true;
  }
}
