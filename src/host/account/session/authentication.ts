// Tidemark's accounts as VS Code's Accounts menu and other extensions see them. VS Code asks the person before an
// extension gets a token. What an account looks like is in account-entries.ts, which is loaded on first use.
import * as vscode from 'vscode';
import type { Session } from '../../../core/account/session.ts';
import { registerAccounts } from '../../display/accounts.ts';
import type { AccountsChange, Sessions } from './sessions.ts';

const { l10n } = vscode;
const authenticationId = 'tidemark';

export function registerAuthentication(sessions: Sessions, signIn: () => Promise<Session | null>): vscode.Disposable {
  const entriesOf = async (all: readonly Session[]): Promise<vscode.AuthenticationSession[]> =>
    all.length === 0 ? [] : (await import('./account-entries.ts')).entriesOf(all);
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    async getSessions(scopes, { account } = {}) {
      await sessions.settled;
      // The service knows no scopes (docs/service.md#5.10), so nobody has a session with any.
      if ((scopes ?? []).length > 0) return [];
      const entries = await entriesOf(sessions.accounts.sessions);
      return account === undefined ? entries : entries.filter((entry) => entry.account.id === account.id);
    },
    async createSession(scopes) {
      if (scopes.length > 0) throw new Error(l10n.t('This service has no scopes.'));
      const session = await signIn();
      const all = session === null ? [] : await entriesOf(sessions.accounts.sessions);
      const created = all.find(({ account }) => account.id === session?.account);
      if (created === undefined) throw new Error(l10n.t('The sign-in ended without an account.'));
      return created;
    },
    async removeSession(id) {
      const gone = sessions.accounts.sessions.find(({ account }) => account === id);
      if (gone !== undefined) await sessions.forget([gone]);
    },
  };
  const tell = async (change: AccountsChange): Promise<void> => {
    const { changeOf } = await import('./account-entries.ts');
    changed.fire(changeOf(change));
  };
  return vscode.Disposable.from(
    changed,
    sessions.onDidChange((change) => void tell(change)),
    sessions.onDidName((change) => void tell(change)),
    registerAccounts(authenticationId, 'Tidemark', provider),
  );
}
