// Says once that a sign-in has ended at the service, with one click to sign in again.
import * as vscode from 'vscode';
import type { SessionCredentials } from '../../../core/service/credentials/session-credentials.ts';
import { showWarning } from '../../display/notification.ts';
import type { Sessions } from './sessions.ts';

const { l10n } = vscode;

/** Lets the session fall and says so, in the window that the person looks at. Never rejects. */
export async function lapseAndTell(sessions: Sessions, refused: SessionCredentials): Promise<void> {
  if (!(await sessions.lapse(refused)) || !vscode.window.state.focused) return;
  const signIn = l10n.t('Sign In');
  const text = l10n.t('Your sign-in has expired or is not valid any more. Nothing that you wrote is lost.');
  if ((await showWarning(text, signIn)) === signIn) await vscode.commands.executeCommand('tidemark.signIn');
}
