// The messages of a request: what of a conversation fits the model's window, and what the model takes.
import { type AnswerPreferences, readableTokens } from './preferences.ts';
import type { AnswerTurn, LeftOut } from '../conversation/answer.ts';
import { type Conversation, messagesBefore, messagesToContinue } from '../conversation/conversation.ts';
import { textOf } from '../messages/blocks.ts';
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
  { turns }: Conversation,
  { id, blocks }: Pick<AnswerTurn, 'id' | 'blocks'>,
  model: Model | undefined,
  preferences: AnswerPreferences,
  read: ReadImageFile,
): Promise<RequestMessages> {
  const limit = model === undefined ? null : readableTokens(model, preferences);
  const upTo = turns.slice(0, turns.findIndex((turn) => turn.id === id) + 1);
  const oldest = limit === null ? 0 : fitWindow({ turns: upTo }, null, limit).leftOut;
  const rest = { turns: upTo.slice(oldest) };
  const text = textOf(blocks);
  const before = text === '' ? messagesBefore(rest, id) : messagesToContinue(rest, id, text);
  const { messages, leftOut: images } = await withImages(before, model?.images === true ? read : null);
  return { messages, leftOut: oldest === 0 && images === 0 ? null : { turns: oldest, images } };
}
