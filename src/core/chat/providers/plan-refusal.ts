// The plan's last refusal. It belongs to the session that received it, and ends with it.
import type { Failure } from '../../service/failure/errors.ts';
import { isSameSession, type SessionCredentials } from '../../service/credentials/session-credentials.ts';

/** That the plan refused, and the time at which it is worth trying again by itself. */
export interface PlanRefusal {
  readonly failure: Failure;
  /** The binding window's reset, in milliseconds since the epoch; null where only a person can lift the refusal. */
  readonly until: number | null;
}

export class RefusalMemory {
  #remembered: { readonly refusal: PlanRefusal; readonly session: SessionCredentials } | null = null;

  /** What the plan answered this session with. */
  remember(refusal: PlanRefusal, session: SessionCredentials): void {
    this.#remembered = { refusal, session };
  }

  /** The refusal that this session is under at `now`; null where there is none, as where nobody is signed in. */
  of(session: SessionCredentials | null, now: number): PlanRefusal | null {
    if (this.#remembered === null || !isSameSession(this.#remembered.session, session)) return null;
    const { refusal } = this.#remembered;
    return refusal.until === null || now < refusal.until ? refusal : null;
  }

  /**
   * Whoever is signed in is this now: what another was refused is forgotten, even if that one comes back
   * (docs/decisions.md#13).
   */
  keepFor(session: SessionCredentials | null): void {
    if (this.#remembered !== null && !isSameSession(this.#remembered.session, session)) this.lift();
  }

  /** The plan accepted a prompt. */
  lift(): void {
    this.#remembered = null;
  }
}
