import type { PlanState } from '../../../core/plan/plan-state.ts';

/** Somebody who is signed in and not in use in this window. */
export interface OtherAccount {
  /** As `SessionCredentials.account` names it. */
  readonly account: string;
  /** Inert. */
  readonly name: string;
  /** As it was read last, whichever window did; null where it never was. */
  readonly state: PlanState | null;
}
