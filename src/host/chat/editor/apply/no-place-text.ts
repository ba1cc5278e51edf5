import { l10n } from 'vscode';
import type { NoPlace } from '../../../../core/chat/edits/located-edit.ts';
import { inertName } from '../../../display/names.ts';

/** Why code has no place in a file, in a sentence. */
export function noPlaceText(reason: NoPlace, file: string): string {
  const name = inertName(file);
  switch (reason) {
    case 'notFound':
      return l10n.t('{0} does not contain the lines that the code is based on. Nothing was changed.', name);
    case 'isNew':
      return l10n.t('{0} contains none of this code. Use “Insert at cursor” to add it.', name);
    case 'everywhere':
      return l10n.t('The code fits too many places in {0}. Select the lines that it is for, and apply it again.', name);
    case 'nothingToDo':
      return l10n.t('{0} has all of the code already.', name);
    case 'noFile':
      return l10n.t('{0} does not exist, and the code is only a part of it. Nothing was created.', name);
    case 'malformed':
      return l10n.t('The change to {0} cannot be read. Nothing was changed.', name);
    case 'tooLong':
      return l10n.t('{0} and the code are too long to be compared. Nothing was changed.', name);
  }
}
