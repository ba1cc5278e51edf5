// Which account pays in this window.
import * as vscode from 'vscode';
import { showInformation } from '../display/notification.ts';
import { pickOne } from '../display/quick-pick.ts';
import { type NamedAccount, namedAccounts } from './session/account-names.ts';
import type { Sessions } from './session/sessions.ts';
import { providerName } from './sign-in/sign-in-words.ts';
import type { Connection } from '../../core/service/http/connection.ts';

const { l10n } = vscode;

/**
 * The command. Never rejects; resolves to whether an account was chosen and is in use now.
 *
 * @param account the one to use; whatever is no name of one asks the person
 */
export async function switchAccount(
  sessions: Sessions,
  connection: Connection | null,
  account: unknown,
): Promise<boolean> {
  const known = namedAccounts(sessions.accounts.sessions);
  const named = known.find(({ session }) => session.account === account);
  if (named !== undefined) return use(sessions, named);
  if (connection === null || known.length === 0) {
    await vscode.commands.executeCommand('tidemark.signIn');
    return false;
  }
  const items = known.map((one) => ({
    one,
    label: one.name,
    description: [providerName(connection.profile, one.session.provider), connection.profile.name].join(' · '),
    ...(one.session === sessions.session ? { detail: l10n.t('In use in this window') } : {}),
    iconPath: new vscode.ThemeIcon(one.session === sessions.session ? 'check' : 'account'),
  }));
  const another = { one: null, label: l10n.t('Sign In with Another Account…'), iconPath: new vscode.ThemeIcon('add') };
  const title = l10n.t('Whose plan pays in this window?');
  const picked = await pickOne<vscode.QuickPickItem & { readonly one: NamedAccount | null }>([...items, another], {
    title,
  });
  if (picked === undefined) return false;
  if (picked.one !== null) return use(sessions, picked.one);
  await vscode.commands.executeCommand('tidemark.signIn');
  return false;
}

function use(sessions: Sessions, { session, name }: NamedAccount): boolean {
  const isUsed = sessions.use(session.account);
  const text = isUsed ? l10n.t('{0} now pays in this window.', name) : l10n.t('{0} is not signed in any more.', name);
  void showInformation(text);
  return isUsed;
}
