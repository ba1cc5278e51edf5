// What is said where nothing can be asked for just now.
import { l10n } from 'vscode';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { Tell } from '../../display/notification.ts';
import { tooManyText } from '../present/answering.ts';

/**
 * One conversation has one answer at a time; whoever asks for another gets a sentence, since nothing else would be
 * seen.
 */
export function tellAnswering({ isAnswering }: ChatSession, tell: Tell): boolean {
  if (isAnswering) void tell(l10n.t('An answer is still being written. Wait until it is finished, or stop it first.'));
  return isAnswering;
}

/** As `tellAnswering`, also where as many answers run in other conversations as may. */
export function tellBusy(session: ChatSession, tell: Tell): boolean {
  if (session.isFull) void tell(tooManyText());
  return session.isFull || tellAnswering(session, tell);
}
