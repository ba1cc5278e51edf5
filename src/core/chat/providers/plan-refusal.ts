// The last refusal of each account's plan. It belongs to the session that received it, and ends with it.
import type { Failure } from '../../service/failure/errors.ts';
import { isSameSession, type SessionCredentials } from '../../service/credentials/session-credentials.ts';

/** That the plan refused, and the time at which it is worth trying again by itself. */
export interface PlanRefusal {
  readonly failure: Failure;
  /** The binding window's reset, in milliseconds since the epoch; null where only a person can lift the refusal. */
  readonly until: number | null;
}

export class RefusalMemory {
  /** By account: one that signs in anew forgets what its session before was refused. */
  readonly #remembered = new Map<string, { readonly refusal: PlanRefusal; readonly session: SessionCredentials }>();

  /** What the plan answered this session with. */
  remember(refusal: PlanRefusal, session: SessionCredentials): void {
    this.#remembered.set(session.account, { refusal, session });
  }

  /** The refusal that this session is under at `now`; null where there is none, as where nobody is signed in. */
  of(session: SessionCredentials | null, now: number): PlanRefusal | null {
    const remembered = session === null ? undefined : this.#remembered.get(session.account);
    if (remembered === undefined || !isSameSession(remembered.session, session)) return null;
    const { refusal } = remembered;
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
