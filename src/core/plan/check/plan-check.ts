// One check of a plan: all of it (entitlement, then quota), or only the figures of a plan that is known.
import type { Connection } from '../../service/http/connection.ts';
import { type Failure, failureOf } from '../../service/failure/errors.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { checkEntitlement, type Entitlement } from './entitlement.ts';
import { figuresOf, type PlanFigures, type PlanState } from '../plan-state.ts';
import { fetchQuota } from './quota.ts';

/** What a check can come to: what can be found, or that the service refused the token. */
export type Checked = Extract<
  PlanState,
  { kind: 'known' | 'stale' | 'noPlan' | 'paymentRequired' | 'providerInactive' | 'unknown' | 'lapsed' }
>;

/** Runs the whole check. Throws only for a stop and for faults of our own. @see docs/service.md#4.10 */
export async function checkPlan(
  connection: Connection,
  session: SessionCredentials,
  before: PlanState,
  signal: AbortSignal | null,
): Promise<Checked> {
  return stateAfter(await checkEntitlement(connection, session, signal), connection, session, before, signal);
}

/**
 * Reads the figures of the plan that is known, with one request instead of two; where they speak of another plan, or of
 * none, the whole check follows at once. Throws as `checkPlan` does.
 */
export async function checkFigures(
  connection: Connection,
  session: SessionCredentials,
  before: PlanState,
  signal: AbortSignal | null,
): Promise<Checked> {
  const known = figuresOf(before);
  if (known === null) return checkPlan(connection, session, before, signal);
  if (known.plan === 'entry') {
    const entitlement = await checkEntitlement(connection, session, signal, 'entryPlan');
    if (entitlement.kind === 'notEntitled') return checkPlan(connection, session, before, signal);
    return stateAfter(entitlement, connection, session, before, signal);
  }
  const state = await checkQuota(connection, session, known, before, signal);
  const isOther =
    state.kind === 'known' &&
    (state.figures.level !== known.level || state.figures.windows.length < known.windows.length);
  return isOther ? checkPlan(connection, session, before, signal) : state;
}

async function stateAfter(
  entitlement: Entitlement,
  connection: Connection,
  session: SessionCredentials,
  before: PlanState,
  signal: AbortSignal | null,
): Promise<Checked> {
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
      const { name, windows, models } = entitlement.plan;
      const figures: PlanFigures = { plan: 'entry', name, level: null, renewal: null, windows, models, readAt };
      return { kind: 'known', figures: await withQuota(connection, session, figures, signal) };
    }
    case 'codingPlan':
      return checkQuota(connection, session, entitlement, before, signal);
  }
}

/**
 * Step 4 of docs/service.md#4.10 for the entry plan, whose own units say enough where the quota endpoint says nothing:
 * for most such accounts it answers that there is no coding plan.
 */
async function withQuota(
  connection: Connection,
  session: SessionCredentials,
  figures: PlanFigures,
  signal: AbortSignal | null,
): Promise<PlanFigures> {
  try {
    const answer = await fetchQuota(connection, session, signal);
    return answer.kind === 'quota' && answer.quota.windows.length > 0
      ? { ...figures, windows: answer.quota.windows }
      : figures;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null || failure.kind === 'stopped') throw error;
    return figures;
  }
}

async function checkQuota(
  connection: Connection,
  session: SessionCredentials,
  { name, renewal }: { readonly name: string | null; readonly renewal: string | null },
  before: PlanState,
  signal: AbortSignal | null,
): Promise<Checked> {
  try {
    const answer = await fetchQuota(connection, session, signal);
    const quota = answer.kind === 'quota' ? answer.quota : { level: null, windows: [] };
    const figures: PlanFigures = {
      plan: 'coding',
      name: name ?? quota.level,
      level: quota.level,
      renewal,
      windows: quota.windows,
      models: [],
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
      known?.plan === 'coding'
        ? known
        : { plan: 'coding', name, level: null, renewal, windows: [], models: [], readAt: connection.clock.now() };
    return { kind: 'stale', figures, failure };
  }
}

function withoutNews(before: PlanState, failure: Failure | null): Checked {
  const figures = figuresOf(before);
  return figures === null ? { kind: 'unknown', failure } : { kind: 'stale', figures, failure };
}
