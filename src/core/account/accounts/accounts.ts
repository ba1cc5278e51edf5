// Which accounts a person sees as signed in, and when two such states are the same.
import { providerIds } from '../../service/profile/profile.ts';
import type { KeyringTrouble } from '../guarded-store.ts';
import type { Session, StoredSession } from '../session.ts';

export interface Accounts {
  /** At most one for each provider, in the providers' order. */
  readonly sessions: readonly Session[];
  /** The session in use; where there is none, whether one has lapsed. */
  readonly active: StoredSession;
  readonly trouble: KeyringTrouble | null;
}

export const noAccounts: Accounts = { sessions: [], active: { kind: 'none' }, trouble: null };

export function inOrder(sessions: readonly Session[]): Session[] {
  return providerIds.flatMap((provider) => sessions.filter((session) => session.provider === provider));
}

/** A person sees one account of each provider. */
export function takesPlaceOf(left: Session, right: Session): boolean {
  return left.audience === right.audience && left.provider === right.provider;
}

export function isSamePerson(left: Session, right: Session): boolean {
  return JSON.stringify(left.user) === JSON.stringify(right.user);
}

export function sameAccounts(left: Accounts, right: Accounts): boolean {
  const sameList =
    left.sessions.length === right.sessions.length &&
    left.sessions.every((session, index) => session === right.sessions[index]);
  const sameActive =
    left.active.kind === 'session' && right.active.kind === 'session'
      ? left.active.session === right.active.session
      : left.active.kind === right.active.kind;
  return sameList && sameActive && left.trouble === right.trouble;
}

/** Whether the tokens in use are the same, so that only what is known of their people can be another. */
export function isNaming(before: Accounts, now: Accounts): boolean {
  const sameList =
    before.sessions.length === now.sessions.length &&
    before.sessions.every((session, index) => isSameToken(session, now.sessions[index]));
  const sameActive =
    before.active.kind === 'session' && now.active.kind === 'session'
      ? isSameToken(before.active.session, now.active.session)
      : before.active.kind === now.active.kind;
  return before.trouble === now.trouble && sameList && sameActive;
}

function isSameToken(left: Session, right: Session | undefined): boolean {
  return right !== undefined && left.businessToken.equals(right.businessToken);
}
