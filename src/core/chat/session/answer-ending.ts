// How an answer ended that came to its end by itself, as a person sees it.
import type { AnswerTurn } from '../conversation/answer.ts';
import { textOf, thinkingOf } from '../messages/blocks.ts';

export const answerEndings = [
  'whole',
  /** It ran into its length limit: the text is whole as far as it goes. */
  'truncated',
  /** The model does not want to answer, or to go on. */
  'declined',
  /** The conversation does not fit the model's window. */
  'windowFull',
  /** The model wanted to use a tool before it answered. */
  'toolWanted',
  'onlyThinking',
  'empty',
] as const;
export type AnswerEnding = (typeof answerEndings)[number];

/** Null for an answer that runs, or that failed, was stopped or interrupted. */
export function endingOf({ progress, blocks }: AnswerTurn): AnswerEnding | null {
  if (progress.kind !== 'done') return null;
  const hasText = textOf(blocks).trim() !== '';
  switch (progress.stopReason) {
    case 'refusal':
      return 'declined';
    case 'model_context_window_exceeded':
      return 'windowFull';
    case 'max_tokens':
      return 'truncated';
    case 'tool_use':
    case 'pause_turn':
      return hasText ? 'whole' : 'toolWanted';
    case 'end_turn':
    case 'stop_sequence':
    case null:
      if (hasText) return 'whole';
      return thinkingOf(blocks).trim() === '' ? 'empty' : 'onlyThinking';
  }
}

/** Whether the person got what they asked for, so that what they asked for next may follow by itself. */
export function endedWell(answer: AnswerTurn): boolean {
  const ending = endingOf(answer);
  return ending === 'whole' || ending === 'truncated';
}
