// The turns as the page shows them, and how an answer grows.
import {
  type AnswerBlock,
  type AnswerTurn,
  type BlockEvent,
  blocksAfter,
  type Progress,
  textOf,
  thinkingOf,
  type Turn,
} from '../../../protocol/chat.ts';
import type { CallView, RunView } from '../../../protocol/run.ts';

/**
 * An answer with what its blocks say together, and with its last growth. Whoever has drawn `from` need only draw `by`:
 * to find that out in the text itself would put the whole of it together again each time, which for a long answer costs
 * more than drawing does.
 */
export interface ShownAnswer extends Omit<AnswerTurn, 'blocks'> {
  readonly blocks: readonly AnswerBlock[];
  readonly text: string;
  readonly thinking: string;
  readonly growth?: { readonly from: string; readonly by: string } | undefined;
}
export type ShownPrompt = Extract<Turn, { kind: 'prompt' }>;
export type ShownTurn = ShownPrompt | ShownAnswer;

/** Whether an answer or a summary is on its way, so that Stop takes the place of Send. */
export function isAnswering(turns: readonly ShownTurn[]): boolean {
  return turns.some((turn) => isUnderWay(turn) || isBeingSummarised(turn));
}

export function isCompacting(turns: readonly ShownTurn[]): boolean {
  return turns.some(isBeingSummarised) && !turns.some(isUnderWay);
}

function isUnderWay(turn: ShownTurn): boolean {
  return turn.kind === 'answer' && isRunning(turn.progress);
}

function isBeingSummarised(turn: ShownTurn): boolean {
  return turn.kind === 'answer' && turn.summary?.id === null;
}

export function isRunning(progress: Progress): boolean {
  return progress.kind === 'waiting' || progress.kind === 'streaming';
}

export function shownTurn(turn: Turn): ShownTurn {
  return turn.kind === 'prompt' ? turn : { ...turn, text: textOf(turn.blocks), thinking: thinkingOf(turn.blocks) };
}

export function grown(turn: ShownAnswer, event: BlockEvent): ShownAnswer {
  const blocks = blocksAfter(turn.blocks, event);
  switch (event.kind) {
    case 'textAdded': {
      // Only what is added to the last text is at the end of them all.
      const isAtEnd = lastText(blocks) !== lastText(turn.blocks);
      const growth = isAtEnd ? { from: turn.text, by: event.text } : undefined;
      return { ...turn, blocks, text: textOf(blocks), growth };
    }
    case 'thinkingAdded':
      return { ...turn, blocks, thinking: thinkingOf(blocks) };
    case 'blockStarted':
    case 'signatureAdded':
    case 'toolInputAdded':
    case 'blockEnded':
      return { ...turn, blocks };
  }
}

function lastText(blocks: readonly AnswerBlock[]): AnswerBlock | undefined {
  return blocks.findLast((block) => block.kind === 'text' && block.text !== '');
}

export function withTurn(turns: readonly ShownTurn[], turn: ShownTurn): readonly ShownTurn[] {
  const index = turns.findLastIndex(({ id }) => id === turn.id);
  return index === -1 ? [...turns, turn] : turns.with(index, turn);
}

export function withAnswer(
  turns: readonly ShownTurn[],
  id: string,
  change: (turn: ShownAnswer) => ShownAnswer,
): readonly ShownTurn[] {
  const index = turns.findLastIndex((turn) => turn.id === id);
  const turn = turns[index];
  return turn?.kind === 'answer' ? turns.with(index, change(turn)) : turns;
}

export function withCall(run: RunView | undefined, call: CallView): RunView {
  const { calls, ...rest } = run ?? { calls: [], facts: [], words: [], isPlan: false };
  const index = calls.findLastIndex(({ block }) => block === call.block);
  return { calls: index === -1 ? [...calls, call] : calls.with(index, call), ...rest };
}

export function callIn(turns: readonly ShownTurn[], id: string, block: number): CallView | undefined {
  const turn = turns.findLast((one) => one.id === id);
  return turn?.kind === 'answer' ? turn.run?.calls.findLast((call) => call.block === block) : undefined;
}
