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
  const named = sessions.map((session) => ({ session, name: nameAmong(sessions, session) }));
  // What people call themselves may be anything: where it comes out the same, a part of the account's id follows.
  return [6, Infinity].reduce<readonly NamedAccount[]>(withIdWhereShared, named);
}

function withIdWhereShared(named: readonly NamedAccount[], length: number): readonly NamedAccount[] {
  return named.map(({ session, name }) => {
    const isShared = named.some((other) => other.session !== session && other.name === name);
    return { session, name: isShared ? `${name} · ${session.account.slice(0, length)}` : name };
  });
}

function nameAmong(sessions: readonly Session[], session: Session): string {
  const known = sessions.flatMap(({ provider, user }) =>
    user === null || provider !== session.provider ? [] : [user],
  );
  const label = session.user === null ? undefined : accountLabels(known)[known.indexOf(session.user)];
  const name = label === undefined ? l10n.t('Account') : inertName(label);
  // One person may have one of each provider.
  return session.provider === 'primary' ? name : l10n.t('{0}, secondary account', name);
}
