// Sentences for what is left out of a request: of the next one, and of one that was sent.
import { l10n } from 'vscode';
import type { LeftOut } from '../../../core/chat/conversation/answer.ts';
import type { WindowFit } from '../../../core/chat/prompt/context-window.ts';

/** @param prompts how many of the oldest go as a summary, with their answers */
export function summarisedText(prompts: number): string {
  return prompts === 1
    ? l10n.t('The earlier prompt and its answer go as a summary.')
    : l10n.t('{0} earlier prompts and their answers go as a summary.', prompts);
}

/** Null where nothing is left out. */
export function contextUsageNote({ leftOut, fits }: WindowFit): string | null {
  if (!fits)
    return l10n.t(
      'The prompt with what is attached is larger than what the model can read, and the service may refuse it. Detach something, or choose a model with a larger window.',
    );
  if (leftOut === 0) return null;
  return l10n.t(
    'The conversation is longer than what the model can read. Its oldest prompts and answers will not be sent: {0} of them. They stay here. Write /compact to send a summary in their place, or start a new chat.',
    leftOut,
  );
}

/** @param count images that are there although the model takes none. */
export function imagesNote(model: string, count: number): string | null {
  return count === 0
    ? null
    : l10n.t(
        '{0} takes no images. They will be left out: {1}. Choose a model that takes images to send them.',
        model,
        count,
      );
}

/** What is in the line under an answer. */
export function leftOutTexts({ turns, images, summarised = 0 }: LeftOut): string[] {
  return [
    ...(summarised === 0 ? [] : [l10n.t('earlier prompts and answers sent as a summary')]),
    ...(turns === 0 ? [] : [l10n.t('oldest prompts and answers not sent: {0}', turns)]),
    ...(images === 0 ? [] : [l10n.t('images not sent: {0}', images)]),
  ];
}
