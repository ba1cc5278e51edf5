// Knows every word that the composer shows, localised; not where it stands.
import { l10n } from 'vscode';
import type { PageStrings } from '../../core/chat/panel-messages.ts';
import type { composerWords } from '../../core/chat/composer-messages.ts';

export function composerStrings(): Pick<PageStrings, keyof typeof composerWords> {
  return {
    attach: l10n.t('Attach context (@)'),
    attachments: l10n.t('Attached to the prompt'),
    attachmentSelection: l10n.t('Selection'),
    attachmentFile: l10n.t('File'),
    attachmentListing: l10n.t('Folder'),
    attachmentOpenEditors: l10n.t('Open editors'),
    attachmentProblems: l10n.t('Problems'),
    attachmentInstructions: l10n.t('Instructions'),
    attachmentImage: l10n.t('Image'),
    attachmentDetail: l10n.t('{0}: {1}, about {2} tokens', '{0}', '{1}', '{2}'),
    attachmentDetailCut: l10n.t('{0}: {1}, about {2} tokens (cut)', '{0}', '{1}', '{2}'),
    attachmentDetailImage: l10n.t('{0}: {1}, {2}, about {3} tokens', '{0}', '{1}', '{2}', '{3}'),
    attachmentSizeCut: l10n.t('{0}, cut', '{0}'),
    detach: l10n.t('Remove {0}', '{0}'),
    queue: l10n.t('Send after this answer ({0})', '{0}'),
    queuedPrompts: l10n.t('Waiting prompts'),
    queuedNext: l10n.t('Next'),
    sendQueued: l10n.t('Send now'),
    editQueued: l10n.t('Edit'),
    dropQueued: l10n.t('Remove'),
    commands: l10n.t('Commands'),
    model: l10n.t('Model'),
    thinkingSwitch: l10n.t('Thinking'),
    fill: l10n.t('{0} of the window', '{0}'),
    fillDetail: l10n.t('The next prompt takes about {0} of the {1} tokens that the model can read beside its answer.', '{0}', '{1}'),
    fillWhole: l10n.t('Nothing is left out.'),
    enterKey: l10n.t('Enter'),
    ctrlEnterKey: l10n.t('Ctrl+Enter'),
    cmdEnterKey: l10n.t('Cmd+Enter'),
  };
}
