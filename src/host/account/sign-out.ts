// Knows the sign-out as a person meets it; what is forgotten is the sessions' affair.
import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import { accountLabel } from '../../core/account/user.ts';
import type { Connection } from '../../core/service/connection.ts';
import type { ProviderId, ServiceProfile } from '../../core/service/profile.ts';
import { showError, showInformation, showWarning } from '../display/notification.ts';
import { pickOne } from '../display/quick-pick.ts';
import type { Sessions } from './sessions.ts';
import { providerName } from './sign-in-words.ts';

const { l10n } = vscode;

/** Forgets the tokens on this machine. Never rejects: a store that fails is told. */
export async function signOut(sessions: Sessions, connection: Connection | null): Promise<void> {
  const signedIn = sessions.accounts.sessions;
  if (connection === null || signedIn.length === 0) {
    void showInformation(l10n.t('You are not signed in.'));
    return;
  }
  const providers = signedIn.length === 1 ? signedIn.map(({ provider }) => provider) : await chooseAccounts(signedIn, connection.profile);
  if (providers.length === 0) return;
  if (connection.ending.aborted) {
    void showWarning(l10n.t('Another service was connected meanwhile, so nobody was signed out.'));
    return;
  }
  try {
    await sessions.forget(providers);
    void showInformation(l10n.t('Signed out. Your tokens are removed from this machine; your conversation stays.'));
  } catch {
    void showError(
      l10n.t('The secret storage of VS Code did not let go of the tokens, so you are still signed in. Unlock your keyring, then sign out again.'),
    );
  }
}

async function chooseAccounts(signedIn: readonly Session[], profile: ServiceProfile): Promise<readonly ProviderId[]> {
  const all = { providers: signedIn.map(({ provider }) => provider), label: l10n.t('All accounts') };
  const single = signedIn.map(({ provider, user }) => ({
    providers: [provider],
    label: providerName(profile, provider),
    description: user === null ? '' : accountLabel(user),
  }));
  const picked = await pickOne([...single, all], { title: l10n.t('Which account do you sign out of?') });
  return picked?.providers ?? [];
}
