// Knows how a person is told that their secrets cannot be read or kept, which is not the same as being signed out; not how
// that was found out. Nobody can be sure of a keyring, so every sentence says "seems" (decisions 23).
import * as vscode from 'vscode';
import type { KeyringTrouble } from '../../core/account/guarded-store.ts';
import { showWarning } from '../display/notification.ts';
import type { Sessions } from './sessions.ts';

const { l10n } = vscode;

/** Null where there is no trouble. */
export function keyringText(trouble: KeyringTrouble | null): string | null {
  switch (trouble) {
    case null:
      return null;
    case 'failing':
      return l10n.t('The keyring in which VS Code keeps your sign-in seems to be locked or broken. You are not signed out: unlock it, then try again.');
    case 'silent':
      return l10n.t('The keyring in which VS Code keeps your sign-in does not answer. You are not signed out: look for a window that asks for its password, then try again.');
    case 'forgetful':
      return l10n.t('VS Code seems to have no keyring, so your sign-in was lost when it closed. Install or unlock one (on Linux gnome-keyring or KWallet), then sign in again.');
    case 'forgetfulAtOnce':
      return l10n.t('VS Code seems to have no keyring that keeps secrets, so you are signed in until this window closes. Install or unlock one (on Linux gnome-keyring or KWallet), then try again.');
  }
}

/** Says it each time that the keyring begins to have trouble. */
export function watchKeyring(sessions: Sessions): vscode.Disposable {
  return sessions.onDidChange(({ before, now }) => {
    if (now.trouble !== null && now.trouble !== before.trouble) void tellKeyringTrouble(now.trouble, () => sessions.reload());
  });
}

/** Says it, with what can be done about it. Never rejects. */
async function tellKeyringTrouble(trouble: KeyringTrouble, tryAgain: () => Promise<void>): Promise<void> {
  const [again, signIn, diagnose] = [l10n.t('Try Again'), l10n.t('Sign In'), l10n.t('Diagnose…')];
  const first = trouble === 'forgetful' ? signIn : again;
  const answer = await showWarning(keyringText(trouble) ?? '', first, diagnose);
  if (answer === again) await tryAgain();
  if (answer === signIn) await vscode.commands.executeCommand('tidemark.signIn');
  if (answer === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
}
