import * as vscode from 'vscode';
import { showWarning } from '../../display/notification.ts';
import { type KeyringTrouble, keyringText } from '../../words/keyring-text.ts';

const { l10n } = vscode;

/** Says it, with what can be done about it. */
export async function tellKeyringTrouble(trouble: KeyringTrouble, tryAgain: () => Promise<void>): Promise<void> {
  const again = l10n.t('Try Again');
  const signIn = l10n.t('Sign In');
  const diagnose = l10n.t('Diagnose…');
  const first = trouble === 'forgetful' ? signIn : again;
  const answer = await showWarning(keyringText(trouble), first, diagnose);
  if (answer === again) await tryAgain();
  if (answer === signIn) await vscode.commands.executeCommand('tidemark.signIn');
  if (answer === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
}
