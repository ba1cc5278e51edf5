// How a person chooses the kind of account to sign in with.
import * as vscode from 'vscode';
import { offersProvider } from '../../../core/account/oauth.ts';
import { type ProviderId, providerIds, type ServiceProfile } from '../../../core/service/profile/profile.ts';
import { pickOne } from '../../display/quick-pick.ts';
import { listText } from '../../words/list-text.ts';
import { namedAccounts } from '../session/account-names.ts';
import type { Sessions } from '../session/sessions.ts';
import { providerDetail, providerName } from './sign-in-words.ts';

const { l10n } = vscode;

/** Null where the person left. */
export async function chooseProvider(profile: ServiceProfile, { accounts }: Sessions): Promise<ProviderId | null> {
  const offered = providerIds.filter((provider) => offersProvider(profile, provider));
  const [only] = offered;
  if (offered.length < 2) return only ?? null;
  const items = offered.map((provider) => {
    const known = namedAccounts(accounts.sessions.filter((session) => session.provider === provider));
    const names = listText(known.map(({ name }) => name));
    return {
      provider,
      label: providerName(profile, provider),
      description: known.length === 0 ? profile.name : l10n.t('signed in: {0}', names),
      detail: providerDetail(profile, provider),
    };
  });
  const picked = await pickOne(items, { title: l10n.t('Which account do you sign in with?'), ignoreFocusOut: true });
  return picked?.provider ?? null;
}
