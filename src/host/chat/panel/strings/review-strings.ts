// The texts of the list of proposed changes, localised.
import { l10n } from 'vscode';
import type { PageStrings } from '../../../../protocol/chat.ts';
import type { reviewWords } from '../../../../protocol/review.ts';

export function reviewStrings(): Pick<PageStrings, keyof typeof reviewWords> {
  return {
    proposedChanges: l10n.t('{0} proposed changes', '{0}'),
    proposedChange: l10n.t('1 proposed change'),
    acceptAllChanges: l10n.t('Accept all'),
    discardAllChanges: l10n.t('Discard all'),
    openChange: l10n.t('Show the change to {0}', '{0}'),
    acceptChange: l10n.t('Accept the change to {0}', '{0}'),
    discardChange: l10n.t('Discard the change to {0}', '{0}'),
    addedLine: l10n.t('1 line added'),
    addedLines: l10n.t('{0} lines added', '{0}'),
    removedLine: l10n.t('1 line removed'),
    removedLines: l10n.t('{0} lines removed', '{0}'),
    changedLines: l10n.t('{0}, {1}', '{0}', '{1}'),
    changeCreates: l10n.t('new file'),
    changeDeletes: l10n.t('file is deleted'),
  };
}
