// How much of a model's context window the next prompt would take, in tokens, and which of the oldest turns must be
// left out so that it fits. What the service has counted is used, the rest is estimated.
import { type Attachment, attachmentTokens } from '../attachments/attachment.ts';
import { estimatedTokens } from '../attachments/text-tokens.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import { messagesOfEndedRun } from '../conversation/runs/run-state.ts';
import { textOf } from '../messages/blocks.ts';
import { noUsage, type Usage } from '../messages/stream/stream-event.ts';
import { summaryMessage } from './compaction.ts';
import { messageTokens } from './message-tokens.ts';

export interface NextPrompt {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Tokens that the whole conversation, the attachments and the text being written take together. */
export function windowUse({ turns, summary }: Conversation, next: NextPrompt): number {
  let used = promptSize(next);
  const summarised = summary?.covers.length ?? 0;
  const whole = turns.slice(summarised);
  for (const turn of whole.toReversed()) {
    const counted = turn.kind === 'answer' ? countedTokens(turn, summarised) : null;
    // The service's count of one request holds everything before it, but for what was left out of that request.
    if (counted !== null)
      return used + counted + turnsTokens(whole.slice(0, turn.kind === 'answer' ? (turn.leftOut?.turns ?? 0) : 0));
    used += turnSize(turn);
  }
  return used + (summary === undefined ? 0 : messageTokens(summaryMessage(summary.text)));
}

/** What becomes of a conversation in a window. */
export interface WindowFit {
  /** Tokens of everything, as if nothing were left out; of what was summarised, those of the summary. */
  readonly used: number;
  /** Of the oldest turns behind a summary, how many are left out. What remains begins with a prompt. */
  readonly leftOut: number;
  /** False where even the newest prompt alone is too much. */
  readonly fits: boolean;
}

/**
 * Leaves out the oldest turns until the rest fits; never the newest prompt.
 *
 * @param limit tokens, see `inputLimit`.
 * @param next null where the newest prompt is in the conversation already.
 */
export function fitWindow(conversation: Conversation, next: NextPrompt | null, limit: number): WindowFit {
  const { turns, summary } = conversation;
  const first = summary?.covers.length ?? 0;
  const used = windowUse(conversation, next ?? { text: '', attachments: [] });
  const last =
    next === null
      ? Math.max(
          0,
          turns.findLastIndex(({ kind }) => kind === 'prompt'),
        )
      : turns.length;
  let rest = used;
  let leftOut = 0;
  for (const [index, turn] of turns.slice(first, last).entries()) {
    // A conversation begins with a prompt, so an answer goes with the prompt before it.
    if (rest <= limit && turn.kind === 'prompt') break;
    rest -= turnSize(turn);
    leftOut = index + 1;
  }
  return { used, leftOut, fits: rest <= limit };
}

/** Tokens that the model can read if its answer is to fit as well; at least half of its window. */
export function inputLimit(contextWindow: number, maxTokens: number): number {
  return Math.max(contextWindow - maxTokens, Math.floor(contextWindow / 2));
}

/** Each step of a run is a request of its own, which holds those before it. */
export function lastUsage({ run, usage }: AnswerTurn): Usage {
  return run === undefined ? usage : (run.steps.findLast(({ end }) => end !== null)?.end?.usage ?? noUsage);
}

/** Null where the service has not said, and where its request had another summary than the next will have, or none. */
function countedTokens(turn: AnswerTurn, summarised: number): number | null {
  if ((turn.leftOut?.summarised ?? 0) !== summarised) return null;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = lastUsage(turn);
  if (inputTokens === null || outputTokens === null) return null;
  return inputTokens + outputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
}

/** Estimated. */
export function turnsTokens(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + turnSize(turn), 0);
}

function turnSize(turn: Turn): number {
  const known = turnSizes.get(turn);
  if (known !== undefined) return known;
  const size =
    turn.kind === 'answer' ? answerSize(turn) : promptSize({ text: turn.text, attachments: turn.attachments ?? [] });
  turnSizes.set(turn, size);
  return size;
}

function answerSize({ blocks, run }: AnswerTurn): number {
  return run === undefined
    ? estimatedTokens(textOf(blocks))
    : messagesOfEndedRun(run).reduce((sum, message) => sum + messageTokens(message), 0);
}

/** It is asked for at every letter that is typed, and a long conversation takes long to be read through. */
const turnSizes = new WeakMap<Turn, number>();

function promptSize({ text, attachments }: NextPrompt): number {
  return attachments.reduce((sum, attachment) => sum + attachmentTokens(attachment), estimatedTokens(text));
}
