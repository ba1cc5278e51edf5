// What a person reads where a part of Tidemark does not load, as after an update that removed the files of an open
// window. It loads at every start, since the words must be there where files are not.
import { l10n } from 'vscode';
import { showError } from '../../display/notification.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

export async function tellUnloaded(error: unknown, retry: () => Thenable<unknown>): Promise<void> {
  const again = l10n.t('Try Again');
  const text = l10n.t(
    'Signing in could not be loaded ({0}). Nothing stored is lost. Try again, or reload this window.',
    errorName(error),
  );
  if ((await showError(text, again)) === again) await retry();
}
