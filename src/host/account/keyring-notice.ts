// Knows the buttons beside what is said of the keyring, and what they run.
import * as vscode from 'vscode';
import type { KeyringTrouble } from '../../core/account/guarded-store.ts';
import { showWarning } from '../display/notification.ts';

const { l10n } = vscode;

/** Says it, with what can be done about it. */
export async function tellKeyringTrouble(text: string, trouble: KeyringTrouble, tryAgain: () => Promise<void>): Promise<void> {
  const [again, signIn, diagnose] = [l10n.t('Try Again'), l10n.t('Sign In'), l10n.t('Diagnose…')];
  const first = trouble === 'forgetful' ? signIn : again;
  const answer = await showWarning(text, first, diagnose);
  if (answer === again) await tryAgain();
  if (answer === signIn) await vscode.commands.executeCommand('tidemark.signIn');
  if (answer === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
}
