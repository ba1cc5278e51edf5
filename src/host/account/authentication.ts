// Knows Tidemark's accounts as VS Code's Accounts menu and other extensions see them: one session for each of the service's
// providers; not how one is obtained or kept. VS Code asks the person before an extension gets a token.
import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import { registerAccounts } from '../display/accounts.ts';
import { inertName } from '../display/names.ts';
import type { AccountsChange, Sessions } from './sessions.ts';

const { l10n } = vscode;
const authenticationId = 'tidemark';

export interface AuthenticationParts {
  readonly sessions: Sessions;
  readonly signIn: () => Promise<Session | null>;
}

export function registerAuthentication({ sessions, signIn }: AuthenticationParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    async getSessions(scopes) {
      await sessions.settled;
      // The service knows no scopes (section 5.10), so nobody has a session with any.
      return (scopes ?? []).length > 0 ? [] : sessionsOf(sessions.accounts.sessions);
    },
    async createSession(scopes) {
      if (scopes.length > 0) throw new Error(l10n.t('This service has no scopes.'));
      const session = await signIn();
      const [created] = await sessionsOf(session === null ? [] : [session]);
      if (created === undefined) throw new Error(l10n.t('The sign-in ended without an account.'));
      return created;
    },
    async removeSession(id) {
      const gone = sessions.accounts.sessions.find(({ provider: one }) => one === id);
      if (gone !== undefined) await sessions.forget([gone.provider]);
    },
  };
  const tell = (change: AccountsChange): void => void changeOf(change).then((event) => changed.fire(event));
  return vscode.Disposable.from(
    changed,
    sessions.onDidChange(tell),
    sessions.onDidName(tell),
    registerAccounts(authenticationId, 'Tidemark', provider),
  );
}

async function sessionsOf(sessions: readonly Session[]): Promise<vscode.AuthenticationSession[]> {
  if (sessions.length === 0) return [];
  const { accountLabel } = await import('../../core/account/user.ts');
  return sessions.map(({ provider, businessToken, user }) => {
    const name = user === null ? l10n.t('Account') : inertName(accountLabel(user));
    return {
      id: provider,
      accessToken: businessToken.reveal(),
      // The menu tells accounts apart by their labels alone, and one person may have one of each provider.
      account: { id: `${provider}/${user?.sub ?? ''}`, label: provider === 'primary' ? name : l10n.t('{0}, secondary account', name) },
      scopes: [],
    };
  });
}

/**
 * What has come, gone or changed its token. VS Code's menu knows an account by its label and keeps the one it had, so an
 * account of another person, or of another name, takes the old one's place by going and coming.
 */
async function changeOf({ before, now }: AccountsChange): Promise<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent> {
  const [had, has] = [await sessionsOf(before.sessions), await sessionsOf(now.sessions)];
  const sameIn = (all: readonly vscode.AuthenticationSession[], { account }: vscode.AuthenticationSession): vscode.AuthenticationSession | undefined =>
    all.find((other) => other.account.id === account.id && other.account.label === account.label);
  return {
    added: has.filter((session) => sameIn(had, session) === undefined),
    removed: had.filter((session) => sameIn(has, session) === undefined),
    changed: has.filter((session) => ![undefined, session.accessToken].includes(sameIn(had, session)?.accessToken)),
  };
}
