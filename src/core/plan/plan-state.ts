// What can be said of a person's plan at one moment, as one union. What is unknown stays unknown; old figures keep
// their time.
import type { Failure } from '../service/failure/errors.ts';
import { bindingWindow, type QuotaWindow } from './quota-window.ts';

/** What the last successful check found. */
export interface PlanFigures {
  readonly plan: 'coding' | 'entry';
  /** The service's own name of the plan: untrusted text; null where it gave none. */
  readonly name: string | null;
  /** The tier as the quota endpoint names it: another one means another plan. */
  readonly level: string | null;
  readonly renewal: string | null;
  /** Empty where the plan is known but its quota is not. */
  readonly windows: readonly QuotaWindow[];
  /** Ids of the models that the plan names; empty where it names none, which says nothing. */
  readonly models: readonly string[];
  /** When these figures were read, in milliseconds since the epoch. */
  readonly readAt: number;
}

export type PlanState =
  | { readonly kind: 'notConnected' }
  /** `coding_plan_not_auth` */
  | { readonly kind: 'signedOut' }
  /** `coding_plan_auth_failed`: there was a session, and its token is gone or refused. */
  | { readonly kind: 'lapsed' }
  /** The folder is not trusted (Restricted Mode): nothing is asked in its window. */
  | { readonly kind: 'restricted' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'known'; readonly figures: PlanFigures }
  /** The last check failed; the figures are those of an earlier one. */
  | { readonly kind: 'stale'; readonly figures: PlanFigures; readonly failure: Failure | null }
  /** `coding_plan_not_entitled` */
  | { readonly kind: 'noPlan' }
  /** `coding_plan_zai_overseas_payment_required` */
  | { readonly kind: 'paymentRequired' }
  /** `oauth_provider_inactive` */
  | { readonly kind: 'providerInactive' }
  /** Nothing could be found out about the plan, and nothing was known before; null where no request was possible. */
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

/** The state that follows from the stored session alone, before anything was asked of the service. */
export function stateOfSession(stored: { readonly kind: 'none' | 'lapsed' | 'session' }): PlanState {
  switch (stored.kind) {
    case 'none':
      return { kind: 'signedOut' };
    case 'lapsed':
      return { kind: 'lapsed' };
    case 'session':
      return { kind: 'checking' };
  }
}

/** The figures that a state still holds, whatever their age. */
export function figuresOf(state: PlanState): PlanFigures | null {
  return state.kind === 'known' || state.kind === 'stale' ? state.figures : null;
}

/** The limit that stops a prompt first, as far as the state's figures tell. */
export function tightestWindow(state: PlanState): QuotaWindow | null {
  return bindingWindow(figuresOf(state)?.windows ?? []);
}

/**
 * Figures that nobody refreshed for this long are called old, although no check failed: the window was not in front.
 */
const oldMilliseconds = 20 * 60_000;

/** Whether the figures may have changed since: the last check failed, or it is long ago. */
export function isOutdated(state: PlanState, now: number): boolean {
  return state.kind === 'stale' || (state.kind === 'known' && now - state.figures.readAt > oldMilliseconds);
}
