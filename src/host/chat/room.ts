// Knows how the chat is put together when it is first needed; this file and all that it imports load only then.
import type { Standing } from '../../core/chat/panel-messages.ts';
import { planEndpoint } from '../../core/chat/providers.ts';
import { type ChatParts, ChatSession } from './chat-session.ts';
import { ChatPanel, type PanelParts } from './panel.ts';
import { type Footing, standingOf } from './standing.ts';

export interface ChatRoomParts extends ChatParts, Pick<PanelParts, 'extensionUri' | 'useDemo'> {
  readonly plan: () => Footing;
  /** Why the sign-in cannot be read, in words; null where it can. */
  readonly keyring: () => string | null;
}

export interface ChatRoom {
  readonly dispose: () => void;
  readonly panel: ChatPanel;
  readonly session: ChatSession;
}

function needsKey({ connection, session }: ChatParts): boolean {
  const [connected, signedIn] = [connection(), session()];
  return connected !== null && signedIn !== null && planEndpoint(connected.profile, signedIn) === null;
}

export function createChatRoom(parts: ChatRoomParts): ChatRoom {
  const session = new ChatSession(parts);
  const standing = (): Standing =>
    standingOf({ plan: parts.plan(), hasKey: parts.apiKey() !== null, needsKey: needsKey(parts), keyring: parts.keyring() });
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
