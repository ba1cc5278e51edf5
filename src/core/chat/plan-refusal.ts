// Knows which refusal of the plan stands, and for whom: it belongs to the session that met it, and ends with it.
import type { Failure } from '../service/errors.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';

/** That the plan refused, and the time at which it is worth trying again by itself. */
export interface PlanRefusal {
  readonly failure: Failure;
  /** The binding window's reset, in milliseconds since the epoch; null where only a person can lift the refusal. */
  readonly until: number | null;
}

export class StandingRefusal {
  #met: { readonly refusal: PlanRefusal; readonly session: SessionCredentials } | null = null;

  /** What the plan answered this session with. */
  meet(refusal: PlanRefusal, session: SessionCredentials): void {
    this.#met = { refusal, session };
  }

  /** What stands in the way of this session at `now`; null where nothing does, as where nobody is signed in. */
  of(session: SessionCredentials | null, now: number): PlanRefusal | null {
    if (this.#met === null || !isSameSession(this.#met.session, session)) return null;
    const { refusal } = this.#met;
    return refusal.until === null || now < refusal.until ? refusal : null;
  }

  /** Whoever is signed in is this now: what another met is over, also for when that one comes back (decisions 13). */
  keepFor(session: SessionCredentials | null): void {
    if (this.#met !== null && !isSameSession(this.#met.session, session)) this.lift();
  }

  /** The plan accepted a prompt. */
  lift(): void {
    this.#met = null;
  }
}

/** One sign-in to one service: whoever signs in anew has another token. */
function isSameSession(one: SessionCredentials, other: SessionCredentials | null): boolean {
  return other !== null && one.audience === other.audience && one.businessToken.equals(other.businessToken);
}
