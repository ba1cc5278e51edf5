// Knows the whole check of a plan, entitlement then quota, and the state it leads to; not who asks for it or when.
import type { Connection } from '../service/connection.ts';
import { type Failure, failureOf } from '../service/errors.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import { checkEntitlement } from './entitlement.ts';
import { figuresOf, type PlanFigures, type PlanState } from './plan-state.ts';
import { fetchQuota } from './quota.ts';

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
