// The texts of files that the agent has changed, localised.
import { l10n } from 'vscode';
import type { PageStrings } from '../../../../protocol/chat.ts';
import type { restoreWords } from '../../../../protocol/restore.ts';

export function restoreStrings(): Pick<PageStrings, keyof typeof restoreWords> {
  return {
    restoreFiles: l10n.t('Restore files to before this prompt'),
    restoreQuestion: l10n.t('Restore files'),
    restoreChosen: l10n.t('Restore'),
    restoreNothing: l10n.t('Cancel'),
    restoreCommands: l10n.t('Commands ran since. What they changed is not taken back:'),
    showRestoredFile: l10n.t('Show what becomes of {0}', '{0}'),
    changedFiles: l10n.t('{0} files changed by the agent', '{0}'),
    changedFile: l10n.t('1 file changed by the agent'),
    keepAllChangedFiles: l10n.t('Keep all'),
    revertAllChangedFiles: l10n.t('Revert all'),
    openChangedFile: l10n.t('Show what the agent changed in {0}', '{0}'),
    keepChangedFile: l10n.t('Keep {0} as it is', '{0}'),
    revertChangedFile: l10n.t('Revert {0}', '{0}'),
  };
}
