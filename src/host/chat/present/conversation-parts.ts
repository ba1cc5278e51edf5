// How much of a conversation is sent to a page at once, so that what is seen first comes first.
import type { Conversation, Turn } from '../../../core/chat/conversation/conversation.ts';
import type { HostMessage, Turn as TurnView } from '../../../protocol/chat.ts';
import { turnView, type Viewer } from './turn.ts';

const turnsAtOnce = 40;
const olderAtOnce = 120;

/** The last turns, for a page that knows nothing of the conversation. */
export function endOf({ turns }: Conversation, viewer: Viewer): HostMessage {
  const last = turns.slice(-turnsAtOnce);
  return { kind: 'conversationShown', turns: views(last, viewer), older: turns.length - last.length };
}

/** A part of the turns before one; null where there are none. */
export function partBefore({ turns }: Conversation, before: string, viewer: Viewer): HostMessage | null {
  const end = turns.findIndex(({ id }) => id === before);
  const start = Math.max(0, end - olderAtOnce);
  return end > 0
    ? { kind: 'olderTurnsShown', before, turns: views(turns.slice(start, end), viewer), older: start }
    : null;
}

/** Everything behind a turn, or the conversation's end where that is everything and long. */
export function partBehind(conversation: Conversation, after: string | null, viewer: Viewer): HostMessage {
  const { turns } = conversation;
  const start = turns.findIndex(({ id }) => id === after) + 1;
  if (start === 0 && turns.length > turnsAtOnce) return endOf(conversation, viewer);
  return { kind: 'branchShown', after, turns: views(turns.slice(start), viewer) };
}

function views(turns: readonly Turn[], viewer: Viewer): TurnView[] {
  return turns.map((turn) => turnView(turn, viewer));
}
