// Which accounts a person sees as signed in, and when two such states are the same.
import { type ProviderId, providerIds } from '../../service/profile/profile.ts';
import type { KeyringTrouble } from '../guarded-store.ts';
import type { LapsedSession, Session, StoredSession } from '../session.ts';

export interface Accounts {
  /** In the providers' order, of each as they came. */
  readonly sessions: readonly Session[];
  /** Those whose token the service has refused. */
  readonly lapsed: readonly LapsedSession[];
  /** The session in use in this window; where there is none, whether one has lapsed. */
  readonly active: StoredSession;
  readonly trouble: KeyringTrouble | null;
}

export const noAccounts: Accounts = { sessions: [], lapsed: [], active: { kind: 'none' }, trouble: null };

export function inOrder(sessions: readonly Session[]): Session[] {
  return providerIds.flatMap((provider) => sessions.filter((session) => session.provider === provider));
}

/**
 * Whether whoever signs in now is the one who signed in then. One of whom nothing is known may be anybody, and is taken
 * for whoever signs in next: nobody could tell the two apart.
 */
export function takesPlaceOf(now: Session, then: SessionPerson): boolean {
  if (now.audience !== then.audience || now.provider !== then.provider) return false;
  return now.account === then.account || then.user === null || then.user.sub === now.user?.sub;
}

type SessionPerson = Pick<Session, 'audience' | 'provider' | 'account' | 'user'>;

/** With this session in the place of the one that its person had. */
export function withSession(sessions: readonly Session[], session: Session): Session[] {
  const [former] = sessions.filter((one) => takesPlaceOf(session, one));
  const others = sessions.filter((one) => one === former || !takesPlaceOf(session, one));
  return inOrder(former === undefined ? [...others, session] : others.map((one) => (one === former ? session : one)));
}

/**
 * Which account a window uses: the one that it chose, also where that has lapsed, since another person's plan is no
 * substitute for it; else the one that signed in last.
 *
 * @param last the provider of the last sign-in
 */
export function inUse(
  sessions: readonly Session[],
  lapsed: readonly LapsedSession[],
  chosen: string | null,
  last: ProviderId | null,
): StoredSession {
  const ofLast = sessions.filter(({ provider }) => provider === last);
  const latest = (ofLast.length > 0 ? ofLast : sessions).toSorted((one, other) => other.generation - one.generation)[0];
  const isChosen = ({ account }: { readonly account: string | null }): boolean => chosen !== null && account === chosen;
  const session = sessions.find(isChosen);
  if (session !== undefined) return { kind: 'session', session };
  const chosenLapsed = lapsed.find(isChosen);
  if (chosenLapsed !== undefined) return chosenLapsed;
  return latest === undefined ? (lapsed[0] ?? { kind: 'none' }) : { kind: 'session', session: latest };
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
  return sameList && sameActive && left.lapsed.length === right.lapsed.length && left.trouble === right.trouble;
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
  return before.trouble === now.trouble && sameList && sameActive && before.lapsed.length === now.lapsed.length;
}

function isSameToken(left: Session, right: Session | undefined): boolean {
  return right !== undefined && left.businessToken.equals(right.businessToken);
}

/** What stays of a session that was refused: the name, for the greeting; null where there is none. */
export function lapsedOf({ provider, account, user }: Session): LapsedSession | null {
  return user === null ? null : { kind: 'lapsed', provider, account, user };
}
