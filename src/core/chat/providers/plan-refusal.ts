// The last refusal of each account's plan. It belongs to the session that received it, and ends with it.
import type { Failure } from '../../service/failure/errors.ts';
import { isSameSession, type SessionCredentials } from '../../service/credentials/session-credentials.ts';

/** That the plan refused, and the time at which it is worth trying again by itself. */
export interface PlanRefusal {
  readonly failure: Failure;
  /** The binding window's reset, in milliseconds since the epoch; null where only a person can lift the refusal. */
  readonly until: number | null;
}

interface Remembered {
  readonly refusal: PlanRefusal;
  readonly session: SessionCredentials;
  readonly at: number;
}

export class RefusalMemory {
  /** By account: one that signs in anew forgets what its session before was refused. */
  readonly #remembered = new Map<string, Remembered>();

  /** What the plan answered this session with, at `at`. */
  remember(refusal: PlanRefusal, session: SessionCredentials, at: number): void {
    this.#remembered.set(session.account, { refusal, session, at });
  }

  /**
   * The refusal that this session is under at `now`; null where there is none, as where nobody is signed in. A plan
   * that was used up may have been topped up since.
   *
   * @param roomSeenAt when its limits were last read as not used up; null where that is not known
   */
  of(session: SessionCredentials | null, now: number, roomSeenAt: number | null): PlanRefusal | null {
    const remembered = session === null ? undefined : this.#remembered.get(session.account);
    if (remembered === undefined || !isSameSession(remembered.session, session)) return null;
    const { refusal, at } = remembered;
    if (refusal.failure.kind === 'balanceExhausted' && roomSeenAt !== null && roomSeenAt > at) return null;
    return refusal.until === null || now < refusal.until ? refusal : null;
  }

  /** Forgets what accounts were refused that are signed out (docs/decisions.md#13). */
  forgetWhere(isSignedOut: (account: string) => boolean): void {
    for (const account of this.#remembered.keys()) if (isSignedOut(account)) this.#remembered.delete(account);
  }

  /** The plan accepted a prompt of this session. */
  lift({ account }: SessionCredentials): void {
    this.#remembered.delete(account);
  }
}
