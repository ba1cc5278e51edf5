// Knows the sign-out as a person meets it; what is forgotten is the sessions' affair.
import * as vscode from 'vscode';
import type { Sessions } from './sessions.ts';

const { l10n } = vscode;

/** Forgets the tokens on this machine. Never rejects: a store that fails is told. */
export async function signOut(sessions: Sessions): Promise<void> {
  if (sessions.stored.kind !== 'session') {
    void vscode.window.showInformationMessage(l10n.t('You are not signed in.'));
    return;
  }
  try {
    await sessions.forget();
    void vscode.window.showInformationMessage(l10n.t('Signed out. Your tokens are removed from this machine; your conversation stays.'));
  } catch (error) {
    const text = l10n.t('The tokens could not be removed from the secret storage of VS Code: {0}', String(error));
    void vscode.window.showErrorMessage(text);
  }
}
