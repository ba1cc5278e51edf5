// A signed-in session, and what its account is called.
import type { ProviderId } from '../service/profile/profile.ts';
import type { Secret } from '../service/credentials/secret.ts';
import type { SessionCredentials } from '../service/credentials/session-credentials.ts';
import { digestOf } from './digest.ts';
import type { UserInfo } from './user.ts';

/** One sign-in of an account. */
export interface SignInMark {
  /** As `SessionCredentials.account` names it. */
  readonly account: string;
  /**
   * When it was, in milliseconds since the epoch, but always later than what ended before it; 0 where an earlier
   * version did not note it.
   */
  readonly generation: number;
}

export interface Session extends SessionCredentials, SignInMark {
  readonly accessToken: Secret;
  /** Null where user info could not be read: the session is good without it. */
  readonly user: UserInfo | null;
}

export type StoredSession =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'none' }
  | LapsedSession;

/** User info is stored but no business token: `coding_plan_auth_failed` (docs/service.md#5.6). */
export interface LapsedSession {
  readonly kind: 'lapsed';
  readonly provider: ProviderId;
  /** Null where the account is not stored any more. */
  readonly account: string | null;
  readonly user: UserInfo;
}

/**
 * The name of an account at its service. @param id what the service calls the person, or anything that is theirs alone
 */
export async function accountNameOf(audience: string, provider: ProviderId, id: string): Promise<string> {
  return digestOf(JSON.stringify([audience, provider, id]));
}
