import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

/** As VS Code's own registration; the labels of the accounts are inert in its menu, dialogs and notifications. */
export function registerAccounts(
  id: string,
  label: string,
  provider: vscode.AuthenticationProvider,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const inert: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    getSessions: async (scopes, options) => (await provider.getSessions(scopes, options)).map(inertSession),
    createSession: async (scopes, options) => inertSession(await provider.createSession(scopes, options)),
    removeSession: (sessionId) => provider.removeSession(sessionId),
  };
  return vscode.Disposable.from(
    changed,
    provider.onDidChangeSessions(({ added, removed, changed: others }) => {
      changed.fire({
        added: added?.map(inertSession),
        removed: removed?.map(inertSession),
        changed: others?.map(inertSession),
      });
    }),
    vscode.authentication.registerAuthenticationProvider(id, inertText(label, longest.title), inert, {
      supportsMultipleAccounts: true,
    }),
  );
}

function inertSession(session: vscode.AuthenticationSession): vscode.AuthenticationSession {
  return { ...session, account: { ...session.account, label: inertText(session.account.label, longest.label) } };
}
