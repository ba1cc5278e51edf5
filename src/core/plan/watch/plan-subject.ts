// Whose plan is watched, at which service.
import { isSameSession, type SessionCredentials } from '../../service/credentials/session-credentials.ts';
import type { Connection } from '../../service/http/connection.ts';

/** What the plan needs to know of the account: whether there is a session, and its credentials. */
export type SignedIn =
  | { readonly kind: 'none' | 'lapsed' }
  | { readonly kind: 'session'; readonly session: SessionCredentials };

export interface PlanSubject {
  readonly service: Connection | null;
  readonly stored: SignedIn;
}

export function isSameSubject(before: PlanSubject, now: PlanSubject): boolean {
  return before.service === now.service && isSameStored(before.stored, now.stored);
}

function isSameStored(before: SignedIn, now: SignedIn): boolean {
  if (before.kind !== 'session' || now.kind !== 'session') return before.kind === now.kind;
  return isSameSession(before.session, now.session);
}
