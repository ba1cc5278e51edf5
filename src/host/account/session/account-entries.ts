// The entries of the accounts in VS Code's Accounts menu, and what a change of them means to it.
import type * as vscode from 'vscode';
import type { Session } from '../../../core/account/session.ts';
import { namedAccounts } from './account-names.ts';
import type { AccountsChange } from './sessions.ts';

export function entriesOf(sessions: readonly Session[]): vscode.AuthenticationSession[] {
  return namedAccounts(sessions).map(({ session: { account, businessToken }, name }) => ({
    id: account,
    accessToken: businessToken.reveal(),
    account: { id: account, label: name },
    scopes: [],
  }));
}

/**
 * What has come, gone or changed its token. VS Code's menu knows an account by its label and keeps the one it had, so
 * an account of another person, or of another name, takes the old one's place by going and coming.
 */
export function changeOf({
  before,
  now,
}: AccountsChange): vscode.AuthenticationProviderAuthenticationSessionsChangeEvent {
  const had = entriesOf(before.sessions);
  const has = entriesOf(now.sessions);
  const sameIn = (
    all: readonly vscode.AuthenticationSession[],
    { account }: vscode.AuthenticationSession,
  ): vscode.AuthenticationSession | undefined =>
    all.find((other) => other.account.id === account.id && other.account.label === account.label);
  return {
    added: has.filter((session) => sameIn(had, session) === undefined),
    removed: had.filter((session) => sameIn(has, session) === undefined),
    changed: has.filter((session) => ![undefined, session.accessToken].includes(sameIn(had, session)?.accessToken)),
  };
}
