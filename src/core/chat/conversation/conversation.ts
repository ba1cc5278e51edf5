// A conversation, and the messages of a request that are made of it.
import { type Attachment, attachmentBlock, type ImageAttachment, isImage, isText } from '../attachments/attachment.ts';
import { textBlock, textOf } from '../messages/blocks.ts';
import { assistantText, type Message, userText } from '../messages/message.ts';
import type { AnswerSource } from '../providers/fallback-chain.ts';
import type { AnswerTurn } from './answer.ts';
import { messagesOfEndedRun } from './runs/run-state.ts';

export interface PromptTurn {
  readonly kind: 'prompt';
  readonly id: string;
  readonly text: string;
  /** What went along with the text; absent where nothing did. */
  readonly attachments?: readonly Attachment[];
}

export type Turn = PromptTurn | AnswerTurn;

/** What a model wrote of the beginning of a branch, to be sent in its place. */
export interface ConversationSummary {
  readonly id: string;
  /** The turns that it was made of: the first of the branch, in order. The last is an answer. */
  readonly covers: readonly string[];
  /** How many steps their runs had together: a run that went on since has more. */
  readonly steps: number;
  /** Of the turns, how many of the oldest did not fit the window of the model that made it, and are not in it. */
  readonly leftOut: number;
  readonly text: string;
  readonly source: AnswerSource;
}

/** What is shown and sent to a model: one branch of a conversation, in order. */
export interface Conversation {
  readonly turns: readonly Turn[];
  /** What is sent in the place of the first turns; absent where they go whole. */
  readonly summary?: ConversationSummary;
}

/** What was asked, or what the answer says. */
export function textOfTurn(turn: Turn): string {
  return turn.kind === 'prompt' ? turn.text : textOf(turn.blocks);
}

/** A message that names its images; they are read when it is sent. */
export type RequestTurn = Message<ImageAttachment>;

/** What the model is told again is a text, or what a run did. */
export function isToldAgain(turn: Turn): boolean {
  return textOfTurn(turn).trim() !== '' || (turn.kind === 'answer' && (turn.run?.steps.length ?? 0) > 0);
}

/**
 * The messages before an answer: every prompt, and every answer that has text, up to and including the prompt before
 * `answerId`. A prompt whose answer never came is left out, with what was attached to it: it is asked again only by its
 * own retry.
 */
export function messagesBefore(conversation: Conversation, answerId: string): RequestTurn[] {
  const groups: Turn[][] = [];
  for (const turn of conversation.turns) {
    if (turn.id === answerId) break;
    if (!isToldAgain(turn)) continue;
    const last = groups.at(-1);
    if (last?.[0]?.kind !== turn.kind) groups.push([turn]);
    else if (turn.kind === 'answer') last.push(turn);
    // Nothing answered the prompt before: it is not asked again with another one.
    else groups.splice(-1, 1, [turn]);
  }
  return groups.flatMap(messagesOf);
}

/**
 * Images stand before everything else, and what is attached before the text, each in a block of its own.
 *
 * @param turns of one kind, at least one
 */
function messagesOf(turns: readonly Turn[]): RequestTurn[] {
  if (turns.some((turn) => turn.kind === 'answer' && turn.run !== undefined)) return turns.flatMap(messagesOfAnswer);
  const text = turns.map(textOfTurn).join('\n\n');
  if (turns[0]?.kind === 'answer') return [assistantText(text)];
  const attachments = turns.flatMap((turn) => (turn.kind === 'prompt' ? (turn.attachments ?? []) : []));
  const texts = [...attachments.filter(isText).map(attachmentBlock), text];
  return [{ role: 'user', content: [...attachments.filter(isImage), ...texts.map(textBlock)] }];
}

function messagesOfAnswer(turn: Turn): readonly RequestTurn[] {
  if (turn.kind === 'prompt') return [];
  return turn.run === undefined ? [assistantText(textOf(turn.blocks))] : messagesOfEndedRun(turn.run);
}

const continueInstruction =
  'Continue exactly where your last message broke off. Repeat nothing of it and add no remark.';

/**
 * The message that makes a model continue an answer that was cut. An instruction, since not every model takes a
 * request that ends with its own words.
 */
export function messagesToContinue(conversation: Conversation, answerId: string, text: string): RequestTurn[] {
  const asked = messagesBefore(conversation, answerId);
  return [...asked, assistantText(text), userText(continueInstruction)];
}
