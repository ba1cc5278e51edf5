// Every text of the chat page itself, localised.
import { l10n } from 'vscode';
import type { PageStrings } from '../../../../protocol/chat.ts';
import { composerStrings } from './composer-strings.ts';
import { restoreStrings } from './restore-strings.ts';
import { reviewStrings } from './review-strings.ts';
import { runStrings } from './run-strings.ts';

export function pageStrings(): PageStrings {
  return {
    transcriptLabel: l10n.t('Conversation'),
    composerLabel: l10n.t('Your prompt'),
    composerPlaceholder: l10n.t('Ask about your code ({0} sends)', '{0}'),
    send: l10n.t('Send ({0})', '{0}'),
    stop: l10n.t('Stop (Escape)'),
    copy: l10n.t('Copy code'),
    wrapLines: l10n.t('Wrap lines'),
    copied: l10n.t('Copied'),
    insertAtCursor: l10n.t('Insert at cursor'),
    openAsFile: l10n.t('Open as new file'),
    applyToFile: l10n.t('Apply to the open file'),
    noEditor: l10n.t('Open a file first: the code goes where its cursor is.'),
    putIntoTerminal: l10n.t('Put into the terminal, for you to run'),
    applyToNamed: l10n.t('Apply to {0}', '{0}'),
    copyAnswer: l10n.t('Copy answer'),
    jumpToEnd: l10n.t('Jump to the end'),
    yourPrompt: l10n.t('You'),
    answer: l10n.t('Answer'),
    thinking: l10n.t('Thinking…'),
    thoughts: l10n.t('Thoughts, {0} characters', '{0}'),
    thoughtFor: l10n.t('Thought for {0} s', '{0}'),
    waiting: l10n.t('Waiting for the first words…'),
    stopped: l10n.t('Stopped. What arrived is kept.'),
    stoppedEmpty: l10n.t('Stopped before anything arrived.'),
    truncated: l10n.t('The answer reached its length limit.'),
    interrupted: l10n.t('Interrupted. What arrived is kept.'),
    interruptedEmpty: l10n.t('Interrupted before anything arrived.'),
    continueAnswer: l10n.t('Continue'),
    askAnew: l10n.t('Answer again'),
    editPrompt: l10n.t('Edit and send again'),
    copyPrompt: l10n.t('Copy prompt'),
    removeTurn: l10n.t('Delete prompt and answer'),
    sendEdited: l10n.t('Send'),
    cancelEdit: l10n.t('Cancel'),
    editedPromptLabel: l10n.t('Edit your prompt'),
    previousBranch: l10n.t('Previous version'),
    nextBranch: l10n.t('Next version'),
    branchPlace: l10n.t('{0} of {1}', '{0}', '{1}'),
    tokens: l10n.t('{0} tokens', '{0}'),
    seconds: l10n.t('{0} s', '{0}'),
    minutes: l10n.t('{0} min {1} s', '{0}', '{1}'),
    payerPlan: l10n.t('Paid by your plan'),
    payerPlanOf: l10n.t('Paid by the plan of {0}', '{0}'),
    payerApiKey: l10n.t('Paid by your API key'),
    answerStartedAnnouncement: l10n.t('Answer started'),
    answerFinishedAnnouncement: l10n.t('Answer finished'),
    answerFailedAnnouncement: l10n.t('Answer failed. {0}', '{0}'),
    answerStoppedAnnouncement: l10n.t('Answer stopped'),
    imageOmitted: l10n.t('Image not loaded'),
    codeLanguagePlain: l10n.t('text'),
    shownPlain: l10n.t('What follows is too long to be formatted, so it is shown as plain text.'),
    hiddenRest: l10n.t('The rest is not drawn: it holds too many hidden characters.'),
    taskDone: l10n.t('Done'),
    taskOpen: l10n.t('To do'),
    ...findStrings(),
    ...composerStrings(),
    openPlace: l10n.t('Open {0}', '{0}'),
    createFile: l10n.t('Create {0}', '{0}'),
    toasts: l10n.t('Messages'),
    closeToast: l10n.t('Close message'),
    ...reviewStrings(),
    ...restoreStrings(),
    ...runStrings(),
  };
}

function findStrings(): Pick<PageStrings, `find${string}` & keyof PageStrings> {
  return {
    findLabel: l10n.t('Find in conversation'),
    findPlace: l10n.t('{0} of {1}', '{0}', '{1}'),
    findNone: l10n.t('No results'),
    findPrevious: l10n.t('Previous (Shift+Enter)'),
    findNext: l10n.t('Next (Enter)'),
    findClose: l10n.t('Close (Escape)'),
  };
}
