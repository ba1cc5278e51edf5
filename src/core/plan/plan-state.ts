// Knows everything that can be said of a person's plan at one moment, as one union, and how a check changes it; not who
// asks for a check nor how the state is drawn. What is unknown stays unknown; old figures keep their time.
import type { Connection } from '../service/connection.ts';
import { type Failure, failureOf } from '../service/errors.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import { checkEntitlement } from './entitlement.ts';
import { fetchQuota, type QuotaWindow } from './quota.ts';

/** What the last successful check found. */
export interface PlanFigures {
  readonly plan: 'coding' | 'entry';
  /** The service's own name of the plan: untrusted text; null where it gave none. */
  readonly name: string | null;
  readonly renewal: string | null;
  /** Empty where the plan is known but its quota is not. */
  readonly windows: readonly QuotaWindow[];
  /** When these figures were read, in milliseconds since the epoch. */
  readonly readAt: number;
}

export type PlanState =
  | { readonly kind: 'notConnected' }
  /** `coding_plan_not_auth` */
  | { readonly kind: 'signedOut' }
  /** `coding_plan_auth_failed`: there was a session, and its token is gone or refused. */
  | { readonly kind: 'lapsed' }
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

/** Runs the whole check. Throws only for a stop and for faults of our own. @see service-interface section 4.10 */
export async function checkPlan(
  connection: Connection,
  session: SessionCredentials,
  before: PlanState,
  signal: AbortSignal | null,
): Promise<PlanState> {
  const entitlement = await checkEntitlement(connection, session, signal);
  const readAt = connection.clock.now();
  switch (entitlement.kind) {
    case 'notEntitled':
      return { kind: 'noPlan' };
    case 'paymentRequired':
      return { kind: 'paymentRequired' };
    case 'providerInactive':
      return { kind: 'providerInactive' };
    case 'tokenRefused':
      return { kind: 'lapsed' };
    case 'unknown':
      return withoutNews(before, entitlement.failure);
    case 'entryPlan': {
      const { name, windows } = entitlement.plan;
      return { kind: 'known', figures: { plan: 'entry', name, renewal: null, windows, readAt } };
    }
    case 'codingPlan':
      return checkQuota(connection, session, entitlement, before, signal);
  }
}

async function checkQuota(
  connection: Connection,
  session: SessionCredentials,
  { name, renewal }: { readonly name: string | null; readonly renewal: string | null },
  before: PlanState,
  signal: AbortSignal | null,
): Promise<PlanState> {
  try {
    const answer = await fetchQuota(connection, session.businessToken, signal);
    const quota = answer.kind === 'quota' ? answer.quota : { level: null, windows: [] };
    const figures: PlanFigures = {
      plan: 'coding',
      name: name ?? quota.level,
      renewal,
      windows: quota.windows,
      readAt: connection.clock.now(),
    };
    return { kind: 'known', figures };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null || failure.kind === 'stopped') throw error;
    if (failure.kind === 'tokenRefused') return { kind: 'lapsed' };
    const known = figuresOf(before);
    // Figures of another plan than the one just found are no older reading of it.
    const figures: PlanFigures =
      known?.plan === 'coding' ? known : { plan: 'coding', name, renewal, windows: [], readAt: connection.clock.now() };
    return { kind: 'stale', figures, failure };
  }
}

function withoutNews(before: PlanState, failure: Failure | null): PlanState {
  const figures = figuresOf(before);
  return figures === null ? { kind: 'unknown', failure } : { kind: 'stale', figures, failure };
}

/** The figures that a state still holds, whatever their age. */
export function figuresOf(state: PlanState): PlanFigures | null {
  return state.kind === 'known' || state.kind === 'stale' ? state.figures : null;
}
