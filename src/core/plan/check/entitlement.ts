// The entitlement check: which requests, in which order, and the one union that they lead to. What could not be asked
// is "unknown", never "no plan". @see docs/service.md#4.10
import * as z from 'zod/mini';
import { type Connection, getJson } from '../../service/http/connection.ts';
import { dataOf, isMappedRefusal, parseEnvelope } from '../../service/http/envelope.ts';
import { type Failure, failureOf, ServiceError } from '../../service/failure/errors.ts';
import { appVersion } from '../../service/profile/identity.ts';
import { lenientList, lenientNumber, lenientText, listOfFitting } from '../../service/http/lenient.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { amounts, plausibleReset, type QuotaWindow } from '../quota-window.ts';

export type Entitlement =
  /** Any subscription record at all (docs/service.md#4.10, step 1). Names are the service's: untrusted text. */
  | { readonly kind: 'codingPlan'; readonly name: string | null; readonly renewal: string | null }
  | { readonly kind: 'entryPlan'; readonly plan: EntryPlan }
  /** `coding_plan_not_entitled` */
  | { readonly kind: 'notEntitled' }
  /** `coding_plan_zai_overseas_payment_required` */
  | { readonly kind: 'paymentRequired' }
  /** `oauth_provider_inactive` */
  | { readonly kind: 'providerInactive' }
  /** `coding_plan_auth_failed`: the service refused the business token. */
  | { readonly kind: 'tokenRefused' }
  /** The check could not be made. A missing plan-host credential has no failure behind it. */
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

export interface EntryPlan {
  readonly name: string | null;
  /** The plan's own units; where it names none, those of its balances. */
  readonly windows: readonly QuotaWindow[];
  /** Ids of the models that the plan names (`model:<id>`). */
  readonly models: readonly string[];
}

/**
 * Steps 1 to 3 of the check, or the entry plan's step alone where the subscription was found empty a while ago. Never
 * throws but for a stop (`ServiceError` of kind `stopped`) and faults of our own.
 */
export async function checkEntitlement(
  connection: Connection,
  session: SessionCredentials,
  signal: AbortSignal | null,
  from: 'subscription' | 'entryPlan' = 'subscription',
): Promise<Entitlement> {
  if (connection.profile.inactiveProviders.includes(session.provider)) return { kind: 'providerInactive' };
  try {
    const subscription = from === 'subscription' ? await fetchSubscription(connection, session, signal) : null;
    if (subscription !== null) return subscription;
    return await fetchEntryPlan(connection, session, signal);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null || failure.kind === 'stopped') throw error;
    if (failure.kind === 'paymentRequired') return { kind: 'paymentRequired' };
    return { kind: 'unknown', failure };
  }
}

const subscriptionSchema = z.object({ productName: lenientText, nextRenewTime: lenientText });

/** The coding plan, a refusal that settles the matter, or null where the list is empty. Throws ServiceError. */
async function fetchSubscription(
  connection: Connection,
  session: SessionCredentials,
  signal: AbortSignal | null,
): Promise<Entitlement | null> {
  const { apiUrl, altApiUrl, refusals } = connection.profile;
  const host = session.provider === 'secondary' && altApiUrl !== undefined ? altApiUrl : apiUrl;
  const url = `${host}/api/biz/subscription/list`;
  const answer = await getJson(
    connection,
    url,
    { kind: 'bearer', token: session.businessToken, audience: session.audience },
    signal,
  );
  if (answer.failure?.kind === 'tokenRefused') return { kind: 'tokenRefused' };
  const envelope = parseEnvelope(answer.body);
  if (envelope.kind === 'refused' && isMappedRefusal(refusals.paymentRequired, envelope))
    return { kind: 'paymentRequired' };
  const [first] = dataOf(answer, z.array(z.unknown()));
  if (first === undefined) return null;
  const { productName, nextRenewTime } = subscriptionSchema.safeParse(first).data ?? {
    productName: null,
    nextRenewTime: null,
  };
  return { kind: 'codingPlan', name: productName, renewal: nextRenewTime };
}

const planSchema = z.object({
  plan_id: z.catch(z.optional(z.string()), undefined),
  name: z.catch(z.optional(z.string()), undefined),
  status: z.string(),
  total_units: lenientNumber,
  used_units: lenientNumber,
  available_units: lenientNumber,
  period_end: lenientNumber,
  capabilities: lenientList(z.string()),
});
const balanceSchema = z.object({
  entitlement_id: lenientText,
  total_units: lenientNumber,
  used_units: lenientNumber,
  available_units: lenientNumber,
});
/** Without a list of plans nothing was said about them, which is not the same as "none". */
const billingSchema = z.object({ plans: listOfFitting(planSchema), balances: lenientList(balanceSchema) });
type Billing = z.infer<typeof billingSchema>;

/**
 * Throws ServiceError. Only the plan host's own credential opens this endpoint (docs/service.md#7.3,
 * docs/decisions.md#6).
 */
async function fetchEntryPlan(
  connection: Connection,
  session: SessionCredentials,
  signal: AbortSignal | null,
): Promise<Entitlement> {
  const { planUrl, baseUrl, words } = connection.profile;
  if (session.planCredential === null) return { kind: 'unknown', failure: null };
  const version = encodeURIComponent(appVersion(connection.identity));
  const url = `${planUrl ?? baseUrl}/api/v1/${words.service}-plan/billing/current?app_version=${version}`;
  const answer = await getJson(
    connection,
    url,
    { kind: 'bearer', token: session.planCredential, audience: session.audience },
    signal,
  );
  // The plan host refuses its own credential, which says nothing about the business token.
  if (answer.failure?.kind === 'tokenRefused') throw new ServiceError({ kind: 'firewall' });
  return entryPlanOf(dataOf(answer, billingSchema), connection.clock.now());
}

/** The rule of docs/service.md#2.6 to the letter: active, and either nameless or named a start plan. */
function entryPlanOf({ plans, balances }: Billing, now: number): Entitlement {
  const plan = plans.find(({ status, plan_id: id, name }) => {
    if (status.trim().toLowerCase() !== 'active') return false;
    if (id === undefined && name === undefined) return true;
    return [id, name].some((text) => /start[- ]plan/.test(text?.trim().toLowerCase() ?? ''));
  });
  if (plan === undefined) return { kind: 'notEntitled' };
  const name = lenientText.parse(plan.name);
  const resetsAt = plausibleReset(plan.period_end, null, now);
  const own = unitsWindow(name, plan, resetsAt);
  const isUnitless = own.total === null && own.used === null && own.left === null;
  const fromBalances = balances.map((balance) => unitsWindow(balance.entitlement_id, balance, resetsAt));
  const models = plan.capabilities.flatMap((entry) =>
    entry.startsWith('model:') ? [entry.slice('model:'.length)] : [],
  );
  return {
    kind: 'entryPlan',
    plan: { name, windows: isUnitless && fromBalances.length > 0 ? fromBalances : [own], models },
  };
}

function unitsWindow(
  name: string | null,
  units: Omit<Billing['balances'][number], 'entitlement_id'>,
  resetsAt: number | null,
): QuotaWindow {
  const { total_units: total, used_units: used, available_units: left } = units;
  return { type: { kind: 'units', name }, ...amounts({ percent: null, total, used, left }), resetsAt, perTool: [] };
}
