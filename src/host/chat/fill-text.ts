// Knows how it is said what a model is not told: what would be left out of the next request, and what was of one that was
// sent. It does not know how that is found out.
import { l10n } from 'vscode';
import type { LeftOut } from '../../core/chat/conversation.ts';
import type { WindowFit } from '../../core/chat/window-fill.ts';

/** Null where everything is sent. */
export function fillNote({ leftOut, fits }: WindowFit): string | null {
  if (!fits) return l10n.t('The prompt with what is attached is larger than what the model can read, and the service may refuse it. Detach something, or choose a model with a larger window.');
  if (leftOut === 0) return null;
  return l10n.t('The conversation is longer than what the model can read. Its oldest prompts and answers will not be sent: {0} of them. They stay here; start a new chat to begin afresh.', leftOut);
}

/** @param count images that are there although the model takes none. */
export function imagesNote(model: string, count: number): string | null {
  return count === 0 ? null : l10n.t('{0} takes no images. They will be left out: {1}. Choose a model that takes images to send them.', model, count);
}

/** What stands in the line under an answer. */
export function leftOutTexts({ turns, images }: LeftOut): string[] {
  return [
    ...(turns === 0 ? [] : [l10n.t('oldest prompts and answers not sent: {0}', turns)]),
    ...(images === 0 ? [] : [l10n.t('images not sent: {0}', images)]),
  ];
}
