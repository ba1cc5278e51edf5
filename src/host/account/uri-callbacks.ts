// Knows the URIs that VS Code hands to Tidemark and which running attempt they may concern; not what an attempt does with
// a code. Any page can open these URIs, so an unknown one sends nothing and ends nothing (decisions 10).
import * as vscode from 'vscode';
import type { SignInAttempt } from './attempt.ts';

const callbackPaths = new Set(['/primary-auth/callback', '/oauth/callback', '/secondary-auth/callback']);

export class UriCallbacks implements vscode.UriHandler, vscode.Disposable {
  readonly #registration: vscode.Disposable;
  #attempt: SignInAttempt | null = null;
  #told = false;

  constructor() {
    this.#registration = vscode.window.registerUriHandler(this);
  }

  /** Callbacks go to this attempt until another begins or it is released. */
  listen(attempt: SignInAttempt): vscode.Disposable {
    this.#attempt = attempt;
    this.#told = false;
    return new vscode.Disposable(() => {
      if (this.#attempt === attempt) this.#attempt = null;
    });
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    if (!callbackPaths.has(uri.path)) return;
    if (this.#attempt?.receive(uri.query) === 'settled' || this.#told) return;
    this.#told = true;
    await tellForeignCallback();
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** Says once an attempt that an answer did not match, with a fresh start one click away. */
async function tellForeignCallback(): Promise<void> {
  const again = vscode.l10n.t('Start Again');
  const text = vscode.l10n.t('A sign-in answer arrived that does not belong to a running sign-in, so nothing was sent. If you were signing in, start again.');
  if ((await vscode.window.showWarningMessage(text, again)) === again) await vscode.commands.executeCommand('tidemark.signIn');
}
