// Knows how the chat is put together when it is first needed; this file and all that it imports load only then.
import type { Standing } from '../../core/chat/panel-messages.ts';
import type { AnsweringParts } from './answering.ts';
import { ChatSession } from './chat-session.ts';
import { ConversationActions } from './conversation-actions.ts';
import { openHistory, placeForNew, rememberShown, restoreShown, type Storage } from './history-room.ts';
import { ChatPanel, type PanelParts } from './panel.ts';
import { type Footing, standingOf } from './standing.ts';

export interface ChatRoomParts extends AnsweringParts, Pick<PanelParts, 'extensionUri' | 'useDemo'> {
  readonly plan: () => Footing;
  readonly storage: Storage;
}

export interface ChatRoom {
  readonly dispose: () => void;
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly conversations: ConversationActions;
  /** Resolves when all that was asked and received is on disk, or cannot get there. */
  readonly flush: () => Promise<void>;
}

export async function createChatRoom(parts: ChatRoomParts): Promise<ChatRoom> {
  const { storage, log } = parts;
  const history = openHistory(storage, log);
  const newPlace = (): ReturnType<typeof placeForNew> => placeForNew(storage);
  const session = new ChatSession({ ...parts, history, newPlace });
  await restoreShown(session, history, storage, log);
  const remembering = rememberShown(session, storage);
  const standing = (): Standing => standingOf({ plan: parts.plan(), hasKey: parts.apiKey() !== null });
  const panel = new ChatPanel({ ...parts, chat: session, standing });
  return {
    panel,
    session,
    conversations: new ConversationActions({ session, history, newPlace, focus: () => panel.focus() }),
    flush: () => history.flush(),
    dispose() {
      remembering.dispose();
      panel.dispose();
      session.dispose();
    },
  };
}
