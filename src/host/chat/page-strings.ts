// Knows every word that the chat page itself shows, localised; not where on the page it stands.
import { l10n } from 'vscode';
import type { PageStrings } from '../../core/chat/panel-messages.ts';

export function pageStrings(): PageStrings {
  return {
    transcriptLabel: l10n.t('Conversation'),
    composerLabel: l10n.t('Your prompt'),
    composerPlaceholder: l10n.t('Ask about your code'),
    send: l10n.t('Send (Enter)'),
    stop: l10n.t('Stop (Escape)'),
    copy: l10n.t('Copy code'),
    copied: l10n.t('Copied'),
    insertAtCursor: l10n.t('Insert at cursor'),
    openAsFile: l10n.t('Open as new file'),
    copyAnswer: l10n.t('Copy answer'),
    jumpToEnd: l10n.t('Jump to the end'),
    yourPrompt: l10n.t('You'),
    answer: l10n.t('Answer'),
    thinking: l10n.t('Thinking…'),
    thoughts: l10n.t('Thoughts, {0} characters', '{0}'),
    waiting: l10n.t('Waiting for the first words…'),
    stopped: l10n.t('Stopped. What arrived is kept.'),
    truncated: l10n.t('The answer reached its length limit.'),
    tokens: l10n.t('{0} tokens', '{0}'),
    seconds: l10n.t('{0} s', '{0}'),
    payerPlan: l10n.t('Paid by your plan'),
    payerApiKey: l10n.t('Paid by your API key'),
    answerStartedAnnouncement: l10n.t('Answer started'),
    answerFinishedAnnouncement: l10n.t('Answer finished'),
    answerFailedAnnouncement: l10n.t('Answer failed'),
    answerStoppedAnnouncement: l10n.t('Answer stopped'),
    imageOmitted: l10n.t('Image not loaded'),
    codeLanguagePlain: l10n.t('text'),
    taskDone: l10n.t('Done'),
    taskOpen: l10n.t('To do'),
  };
}
