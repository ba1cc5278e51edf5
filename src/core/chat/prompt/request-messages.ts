// The messages of a request: what of a conversation fits the model's window, and what the model takes.
import { type AnswerPreferences, readableTokens } from './preferences.ts';
import type { AnswerTurn, LeftOut } from '../conversation/answer.ts';
import { type Conversation, messagesBefore, messagesToContinue } from '../conversation/conversation.ts';
import { textOf } from '../messages/blocks.ts';
import { summaryMessage } from './compaction.ts';
import { type ReadImageFile, withImages } from './message-images.ts';
import type { Message } from '../messages/message.ts';
import { fitWindow } from './context-window.ts';
import type { Model } from '../../service/profile/profile.ts';

export interface RequestMessages {
  readonly messages: readonly Message[];
  /** Null where nothing is left out. */
  readonly leftOut: LeftOut | null;
}

/**
 * @param answer the one that is asked for, which is in the conversation; what it holds already is continued.
 * @param model undefined where none is offered: nobody will be asked then.
 */
export async function requestMessages(
  { turns, summary }: Conversation,
  { id, blocks }: Pick<AnswerTurn, 'id' | 'blocks'>,
  model: Model | undefined,
  preferences: AnswerPreferences,
  read: ReadImageFile,
): Promise<RequestMessages> {
  const limit = model === undefined ? null : readableTokens(model, preferences);
  const upTo = turns.slice(0, turns.findIndex((turn) => turn.id === id) + 1);
  // What is asked for anew may be among what was summarised.
  const before = summary !== undefined && summary.covers.length < upTo.length ? { summary } : {};
  const summarised = before.summary?.covers.length ?? 0;
  const oldest = limit === null ? 0 : fitWindow({ turns: upTo, ...before }, null, limit).leftOut;
  const rest = { turns: upTo.slice(summarised + oldest) };
  const text = textOf(blocks);
  const asked = text === '' ? messagesBefore(rest, id) : messagesToContinue(rest, id, text);
  const { messages, leftOut: images } = await withImages(asked, model?.images === true ? read : null);
  const beginning = before.summary === undefined ? [] : [summaryMessage(before.summary.text)];
  return { messages: [...beginning, ...messages], leftOut: leftOutOf(oldest, images, summarised) };
}

function leftOutOf(turns: number, images: number, summarised: number): LeftOut | null {
  if (turns === 0 && images === 0 && summarised === 0) return null;
  return { turns, images, ...(summarised === 0 ? {} : { summarised }) };
}
