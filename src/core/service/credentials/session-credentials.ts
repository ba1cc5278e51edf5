// What requests need of a session.
import type { ProviderId } from '../profile/profile.ts';
import type { Secret } from './secret.ts';

/** The part of a session that plan and chat need: it is in core/service so that they need not import core/account. */
export interface SessionCredentials {
  /** The service that gave the tokens, as `Service.audience` names it. They go to its addresses and to no others. */
  readonly audience: string;
  readonly provider: ProviderId;
  /**
   * Names the account at its service, from one sign-in to the next: whatever is kept for a person is kept under it. 32
   * hexadecimal characters, as a file's name may have, that tell nobody who it is.
   */
  readonly account: string;
  readonly businessToken: Secret;
  /** For entry-plan billing only; its absence is the normal state of many accounts (docs/decisions.md#6). */
  readonly planCredential: Secret | null;
}

/** One sign-in of one account: whoever signs in anew has another token. */
export function isSameSession(one: SessionCredentials, other: SessionCredentials | null): boolean {
  return (
    other?.audience === one.audience && other.account === one.account && other.businessToken.equals(one.businessToken)
  );
}
