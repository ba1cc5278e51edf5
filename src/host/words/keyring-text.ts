// The words for a keyring in trouble. Nobody can be sure of one, so every sentence says "seems" (docs/decisions.md#23).
import * as vscode from 'vscode';
import type { KeyringTrouble } from '../../core/account/guarded-store.ts';

const { l10n } = vscode;

export type { KeyringTrouble };

export function keyringText(trouble: KeyringTrouble): string {
  switch (trouble) {
    case 'failing':
      return l10n.t(
        'The keyring in which VS Code keeps your sign-in seems to be locked or broken. You are not signed out: unlock it, then try again.',
      );
    case 'silent':
      return l10n.t(
        'The keyring in which VS Code keeps your sign-in does not answer. You are not signed out: look for a window that asks for its password, then try again.',
      );
    case 'forgetful':
      return l10n.t(
        'VS Code seems to have no keyring, so your sign-in was lost when it closed. Install or unlock one (on Linux gnome-keyring or KWallet), then sign in again.',
      );
    case 'forgetfulAtOnce':
      return l10n.t(
        'VS Code seems to have no keyring that keeps secrets, so you are signed in until this window closes. Install or unlock one (on Linux gnome-keyring or KWallet), then try again.',
      );
  }
}
