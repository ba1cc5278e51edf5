// The quota endpoint and both shapes of its payload. @see docs/service.md#2.7
import * as z from 'zod/mini';
import { type Connection, getJson } from '../../service/http/connection.ts';
import { dataOf, parseEnvelope } from '../../service/http/envelope.ts';
import { ServiceError } from '../../service/failure/errors.ts';
import type { JsonAnswer } from '../../service/http/http.ts';
import { lenientList, lenientNumber, lenientText } from '../../service/http/lenient.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { amounts, plausibleReset, type Quota, type QuotaWindow, type WindowType } from '../quota-window.ts';

export type QuotaAnswer =
  | { readonly kind: 'quota'; readonly quota: Quota }
  /**
   * Envelope code 500 with success false, under any status: no fault, and never asked again at once
   * (docs/decisions.md#1).
   */
  | { readonly kind: 'noCodingPlan' };

/** Throws ServiceError. @see docs/service.md#4.7 */
export async function fetchQuota(
  connection: Connection,
  { businessToken, audience }: SessionCredentials,
  signal: AbortSignal | null,
): Promise<QuotaAnswer> {
  const url = `${connection.profile.apiUrl}/api/monitor/usage/quota/limit`;
  const answer = await getJson(
    connection,
    url,
    { kind: 'bearer', token: businessToken, audience },
    signal,
    saysNoCodingPlan,
  );
  if (saysNoCodingPlan(answer)) return { kind: 'noCodingPlan' };
  return { kind: 'quota', quota: parseQuota(dataOf(answer, z.unknown()), connection.clock.now()) };
}

function saysNoCodingPlan({ body }: Pick<JsonAnswer, 'body'>): boolean {
  const envelope = parseEnvelope(body);
  return envelope.kind === 'refused' && envelope.code === 500;
}

const limitSchema = z.object({
  type: lenientText,
  unit: lenientNumber,
  number: lenientNumber,
  percentage: lenientNumber,
  usage: lenientNumber,
  currentValue: lenientNumber,
  remaining: lenientNumber,
  nextResetTime: lenientNumber,
  total_units: lenientNumber,
  used_units: lenientNumber,
  available_units: lenientNumber,
  period_end: lenientNumber,
  usageDetails: lenientList(z.object({ modelCode: z.string(), usage: lenientNumber })),
});

const payloadSchema = z.object({
  level: lenientText,
  planName: lenientText,
  plan: lenientText,
  packageName: lenientText,
  limits: lenientList(limitSchema),
});

/** No plan is known with more than a handful; each is compared, drawn and kept. */
const mostWindows = 32;

/** Reads a quota payload. Throws ServiceError only where it is no object at all. */
export function parseQuota(data: unknown, now: number): Quota {
  const parsed = payloadSchema.safeParse(data);
  if (!parsed.success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
  const { level, planName, plan, packageName, limits } = parsed.data;
  return {
    level: level ?? planName ?? plan ?? packageName,
    windows: limits.slice(0, mostWindows).map((limit) => windowOf(limit, now)),
  };
}

function windowOf(limit: z.infer<typeof limitSchema>, now: number): QuotaWindow {
  const { unit, number } = limit;
  const span = unit === null || number === null ? null : (hoursPerUnit.get(unit) ?? null);
  const hours = span === null || number === null ? null : span * number;
  return {
    type: windowType(limit.type, unit, number),
    ...amounts({
      percent: limit.percentage,
      total: limit.usage ?? limit.total_units,
      used: limit.currentValue ?? limit.used_units,
      left: limit.remaining ?? limit.available_units,
    }),
    resetsAt: plausibleReset(limit.nextResetTime ?? limit.period_end, hours, now),
    perTool: limit.usageDetails.flatMap(({ modelCode, usage }) =>
      usage === null ? [] : [{ tool: modelCode, used: usage }],
    ),
  };
}

/** Unit numbers as observed: hours, days, months, weeks. */
const hoursPerUnit = new Map([
  [3, 1],
  [4, 24],
  [5, 24 * 31],
  [6, 24 * 7],
]);

function windowType(type: string | null, unit: number | null, number: number | null): WindowType {
  const span = `${String(unit)}×${String(number)}`;
  if (type === 'TOKENS_LIMIT' && span === '3×5') return { kind: 'fiveHours' };
  if (type === 'TOKENS_LIMIT' && span === '6×1') return { kind: 'week' };
  if (type === 'TIME_LIMIT' && (span === '5×1' || unit === null)) return { kind: 'monthlyTools' };
  if (type === 'CREDIT_LIMIT') return { kind: 'credit' };
  return type === null ? { kind: 'units', name: null } : { kind: 'other', name: type };
}
