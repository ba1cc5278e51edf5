// How a person chooses the kind of account to sign in with; one that is signed in already is put in use instead.
import * as vscode from 'vscode';
import { offersProvider } from '../../../core/account/oauth.ts';
import { accountLabel } from '../../../core/account/user.ts';
import { type ProviderId, providerIds, type ServiceProfile } from '../../../core/service/profile/profile.ts';
import { inertName } from '../../display/names.ts';
import { showError, showInformation } from '../../display/notification.ts';
import { pickOne } from '../../display/quick-pick.ts';
import type { Sessions } from '../session/sessions.ts';
import { providerDetail, providerName } from './sign-in-words.ts';

const { l10n } = vscode;

/** Null where nobody is to sign in: the person left, or went on with an account that is signed in. Never rejects. */
export async function chooseProvider(profile: ServiceProfile, sessions: Sessions): Promise<ProviderId | null> {
  const offered = providerIds.filter((provider) => offersProvider(profile, provider));
  const [only] = offered;
  if (offered.length < 2) return only ?? null;
  const { accounts } = sessions;
  const activeProvider = accounts.active.kind === 'session' ? accounts.active.session.provider : null;
  const items = offered.map((provider) => {
    const idle = accounts.sessions.find((session) => session.provider === provider && provider !== activeProvider);
    const user = idle?.user ?? null;
    const name = user === null ? profile.name : accountLabel(user);
    const label = providerName(profile, provider);
    const detail = providerDetail(profile, provider);
    return idle === undefined
      ? { provider, isIdle: false, label, detail, description: profile.name }
      : {
          provider,
          isIdle: true,
          label,
          detail,
          description: l10n.t('signed in as {0}: use this account', inertName(name)),
        };
  });
  const picked = await pickOne(items, { title: l10n.t('Which account do you sign in with?'), ignoreFocusOut: true });
  if (picked?.isIdle !== true) return picked?.provider ?? null;
  await use(sessions, picked.provider, picked.label);
  return null;
}

async function use(sessions: Sessions, provider: ProviderId, name: string): Promise<void> {
  try {
    await sessions.activate(provider);
    void showInformation(l10n.t('{0} is in use now.', inertName(name)));
  } catch {
    void showError(
      l10n.t('VS Code could not save the change in its secret storage, so the account in use is the same as before.'),
    );
  }
}
