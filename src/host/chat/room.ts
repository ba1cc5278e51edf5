// Knows how the chat is put together when it is first needed; this file and all that it imports load only then.
import type { Standing } from '../../core/chat/panel-messages.ts';
import { type ChatParts, ChatSession } from './chat-session.ts';
import { ChatPanel, type PanelParts } from './panel.ts';
import { type Footing, standingOf } from './standing.ts';

export interface ChatRoomParts extends ChatParts, Pick<PanelParts, 'extensionUri' | 'useDemo'> {
  readonly plan: () => Footing;
}

export interface ChatRoom {
  readonly dispose: () => void;
  readonly panel: ChatPanel;
  readonly session: ChatSession;
}

export function createChatRoom(parts: ChatRoomParts): ChatRoom {
  const session = new ChatSession(parts);
  const standing = (): Standing => standingOf({ plan: parts.plan(), hasKey: parts.apiKey() !== null });
  const panel = new ChatPanel({ ...parts, chat: session, standing });
  return {
    panel,
    session,
    dispose() {
      panel.dispose();
      session.dispose();
    },
  };
}
