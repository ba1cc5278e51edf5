// What was typed waits for the reset of the plan, with what is attached to it.
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import type { Tell, Voice } from '../../display/notification.ts';
import { tellAnswering } from './busy.ts';
import type { Composer } from './composer.ts';
import type { ResetWait } from './reset-wait.ts';

export interface DraftTargets {
  readonly session: ChatSession;
  readonly composer: Composer;
  readonly resetWait: ResetWait;
}

/** Never rejects: where it cannot wait it stays in the composer, and that is said. */
export function postpone(text: string, { session, composer, resetWait }: DraftTargets, tell: Tell): Promise<void> {
  return composer.postpone(text, ({ text: prompt, attachments }) =>
    tellAnswering(session, tell) ? Promise.resolve(false) : resetWait.waitWith(prompt, attachments),
  );
}

/**
 * Takes what is typed by then out of the pages; null where nothing is, or no reset is known.
 *
 * @param usedUp the limit that stops prompts now; null where none does
 */
export function draftAtReset(
  usedUp: { readonly resetsAt: number | null } | null,
  { draft, toasts, ...targets }: DraftTargets & { readonly draft: { readonly text: string }; readonly toasts: Voice },
  tellPages: (message: HostMessage) => void,
): (() => Promise<void>) | null {
  if (draft.text.trim() === '' || (usedUp?.resetsAt ?? null) === null) return null;
  return async () => {
    const { text } = draft;
    tellPages({ kind: 'draftShown', text: '' });
    await postpone(text, targets, toasts.inform);
  };
}
