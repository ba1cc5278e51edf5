// What accounts are called where several are listed.
import { l10n } from 'vscode';
import type { Session } from '../../../core/account/session.ts';
import { accountLabels } from '../../../core/account/user.ts';
import { inertName } from '../../display/names.ts';

export interface NamedAccount {
  readonly session: Session;
  /** Inert, and another for each: VS Code's menu tells accounts apart by it alone. */
  readonly name: string;
}

export function namedAccounts(sessions: readonly Session[]): readonly NamedAccount[] {
  return sessions.map((session) => {
    const known = sessions.flatMap(({ provider, user }) =>
      user === null || provider !== session.provider ? [] : [user],
    );
    const label = session.user === null ? undefined : accountLabels(known)[known.indexOf(session.user)];
    const name = label === undefined ? l10n.t('Account') : inertName(label);
    // One person may have one of each provider.
    return { session, name: session.provider === 'primary' ? name : l10n.t('{0}, secondary account', name) };
  });
}
