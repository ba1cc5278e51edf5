// Compacting the conversation for a person who asks for it, and what is said where nothing came of it.
import { l10n } from 'vscode';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { CompactionEnd } from '../../../core/chat/session/compaction/compact.ts';
import type { Failure } from '../../../core/service/failure/errors.ts';
import type { Tell } from '../../display/notification.ts';
import { compactionFailureText } from '../present/summary.ts';
import { tellBusy } from './busy.ts';

/** @param wish what the person wants to be kept; may be empty */
export async function compactConversation(session: ChatSession, wish: string, tell: Tell): Promise<void> {
  if (tellBusy(session, tell)) return;
  if (session.compacting.canCompact) return session.compacting.compact(wish);
  void tell(l10n.t('There is nothing to compact: no answer has come yet, or none since the last summary.'));
}

/** Why nobody could make a summary; null where somebody did, or could have. */
export function failureIn(end: CompactionEnd): Failure | null {
  return end.kind === 'failed' ? end.failure : null;
}

/** Also of a summary that an agent's run asked for. */
export function tellCompactions({ events }: ChatSession, warn: Tell): void {
  events.listen((event) => {
    const text = event.kind === 'summariesChanged' && event.end !== null ? compactionFailureText(event.end) : null;
    if (text !== null) void warn(text);
  });
}
