import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import type { Connection } from '../../core/service/http/connection.ts';
import type { ServiceProfile } from '../../core/service/profile/profile.ts';
import { showError, showInformation, showWarning } from '../display/notification.ts';
import { pickOne } from '../display/quick-pick.ts';
import { namedAccounts } from './session/account-names.ts';
import type { Sessions } from './session/sessions.ts';
import { providerName } from './sign-in/sign-in-words.ts';

const { l10n } = vscode;

/** Forgets the tokens on this machine. Never rejects: a store that fails is reported. */
export async function signOut(sessions: Sessions, connection: Connection | null): Promise<void> {
  const signedIn = sessions.accounts.sessions;
  if (connection === null || signedIn.length === 0) {
    void showInformation(l10n.t('You are not signed in.'));
    return;
  }
  const chosen = signedIn.length === 1 ? signedIn : await chooseAccounts(signedIn, connection.profile);
  if (chosen.length === 0) return;
  if (connection.ending.aborted) {
    void showWarning(l10n.t('Another service was connected meanwhile, so nobody was signed out.'));
    return;
  }
  try {
    await sessions.forget(chosen);
    void showInformation(l10n.t('Signed out. Your tokens are removed from this machine; your conversation stays.'));
  } catch {
    void showError(
      l10n.t(
        'VS Code could not remove the tokens from its secret storage, so you are still signed in. Unlock your keyring, then sign out again.',
      ),
    );
  }
}

async function chooseAccounts(signedIn: readonly Session[], profile: ServiceProfile): Promise<readonly Session[]> {
  const all = { sessions: signedIn, label: l10n.t('All accounts') };
  const single = namedAccounts(signedIn).map(({ session, name }) => ({
    sessions: [session],
    label: name,
    description: `${providerName(profile, session.provider)} · ${profile.name}`,
  }));
  const picked = await pickOne([...single, all], { title: l10n.t('Which account do you sign out of?') });
  return picked?.sessions ?? [];
}
