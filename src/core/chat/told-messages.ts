// Knows what a model is told of a conversation when an answer is asked for: what fits its window and what it takes; not who
// asks, nor how it is sent.
import { type AnswerPreferences, readableTokens } from './answer-preferences.ts';
import { type AnswerTurn, type Conversation, type LeftOut, messagesBefore, messagesToContinue } from './conversation.ts';
import { type ReadImageFile, withImages } from './message-images.ts';
import type { Message } from './message-request.ts';
import { fitWindow } from './window-fill.ts';
import type { Model } from '../service/profile.ts';

export interface Told {
  readonly messages: readonly Message[];
  /** Null where the model is told everything. */
  readonly leftOut: LeftOut | null;
}

/**
 * @param answer the one that is asked for, which is in the conversation; what it holds already is continued.
 * @param model undefined where none is offered: nobody will be asked then.
 */
export async function toldMessages(
  { turns }: Conversation,
  { id, text }: Pick<AnswerTurn, 'id' | 'text'>,
  model: Model | undefined,
  preferences: AnswerPreferences,
  read: ReadImageFile,
): Promise<Told> {
  const room = model === undefined ? null : readableTokens(model, preferences);
  const upTo = turns.slice(0, turns.findIndex((turn) => turn.id === id) + 1);
  const oldest = room === null ? 0 : fitWindow({ turns: upTo }, null, room).leftOut;
  const rest = { turns: upTo.slice(oldest) };
  const told = text === '' ? messagesBefore(rest, id) : messagesToContinue(rest, id, text);
  const { messages, leftOut: images } = await withImages(told, model?.images === true ? read : null);
  return { messages, leftOut: oldest === 0 && images === 0 ? null : { turns: oldest, images } };
}
