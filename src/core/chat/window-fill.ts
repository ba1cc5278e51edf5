// Knows how much of a model's window the next prompt would take, in tokens, and which of the oldest turns must be left out so
// that it fits; not how either is shown. What the service has counted is taken from it, the rest is estimated.
import { type Attachment, attachmentTokens, estimatedTokens } from './attachment.ts';
import type { Conversation, Turn } from './conversation.ts';
import type { Usage } from './stream-event.ts';

export interface NextPrompt {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Tokens that the whole conversation, the attachments and the text being written take together. */
export function windowUse({ turns }: Conversation, next: NextPrompt): number {
  let used = promptSize(next);
  for (const turn of turns.toReversed()) {
    const counted = turn.kind === 'answer' ? countedTokens(turn.usage) : null;
    // The service's count of one request holds everything before it, but for what was left out of that request.
    if (counted !== null) return used + counted + sizeOf(turns.slice(0, turn.kind === 'answer' ? (turn.leftOut?.turns ?? 0) : 0));
    used += turnSize(turn);
  }
  return used;
}

/** What becomes of a conversation in a window. */
export interface WindowFit {
  /** Tokens of everything, as if nothing were left out. */
  readonly used: number;
  /** Of the oldest turns, how many are left out. What remains begins with a prompt. */
  readonly leftOut: number;
  /** False where even the newest prompt alone is too much. */
  readonly fits: boolean;
}

/**
 * Leaves out the oldest turns until the rest has room; never the newest prompt.
 *
 * @param room tokens, see `roomOf`.
 * @param next null where the newest prompt is in the conversation already.
 */
export function fitWindow(conversation: Conversation, next: NextPrompt | null, room: number): WindowFit {
  const { turns } = conversation;
  const used = windowUse(conversation, next ?? { text: '', attachments: [] });
  const last = next === null ? Math.max(0, turns.findLastIndex(({ kind }) => kind === 'prompt')) : turns.length;
  let [rest, leftOut] = [used, 0];
  for (const [index, turn] of turns.slice(0, last).entries()) {
    // A conversation begins with a prompt, so an answer goes with the prompt before it.
    if (rest <= room && turn.kind === 'prompt') break;
    rest -= turnSize(turn);
    leftOut = index + 1;
  }
  return { used, leftOut, fits: rest <= room };
}

/** Tokens that the model can read if it is to have room for its answer; at least half of its window. */
export function roomOf(contextWindow: number, maxTokens: number): number {
  return Math.max(contextWindow - maxTokens, Math.floor(contextWindow / 2));
}

function countedTokens({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number | null {
  if (inputTokens === null || outputTokens === null) return null;
  return inputTokens + outputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
}

function sizeOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + turnSize(turn), 0);
}

function turnSize(turn: Turn): number {
  return turn.kind === 'answer' ? estimatedTokens(turn.text) : promptSize({ text: turn.text, attachments: turn.attachments ?? [] });
}

function promptSize({ text, attachments }: NextPrompt): number {
  return attachments.reduce((sum, attachment) => sum + attachmentTokens(attachment), estimatedTokens(text));
}
