// Knows the windows of a plan's quota, read from either shape that the service sends; not how they are drawn or where
// they are heading. Figures that make no sense read as unknown. @see observed-shapes (quota), service-interface 2.6, 8
import * as z from 'zod/mini';
import { type Connection, getJson } from '../service/connection.ts';
import { dataOf, parseEnvelope } from '../service/envelope.ts';
import { ServiceError } from '../service/errors.ts';
import type { JsonAnswer } from '../service/http.ts';
import { lenientList, lenientNumber, lenientText } from '../service/lenient.ts';
import type { Secret } from '../service/secret.ts';

export type WindowKind =
  /** The pool of prompts or tokens that refills every five hours. */
  | { readonly kind: 'fiveHours' }
  | { readonly kind: 'week' }
  | { readonly kind: 'monthlyTools' }
  | { readonly kind: 'credit' }
  /** The entry plan's units under the plan's own name, untrusted text; null also for a window that names no type. */
  | { readonly kind: 'units'; readonly name: string | null }
  /** A type nobody here knows, under its own name: untrusted text. */
  | { readonly kind: 'other'; readonly name: string };

export interface QuotaWindow {
  readonly window: WindowKind;
  /** Share used in percent, at least 0; above 100 where the service lets a plan overdraw; null where unknown. */
  readonly usedPercent: number | null;
  readonly used: number | null;
  readonly total: number | null;
  readonly left: number | null;
  /** Milliseconds since the epoch; null where unknown, past or absurdly far. */
  readonly resetsAt: number | null;
  readonly perTool: readonly { readonly tool: string; readonly used: number }[];
}

export interface Quota {
  /** The service's own tier label: untrusted text. */
  readonly level: string | null;
  readonly windows: readonly QuotaWindow[];
}

export type QuotaAnswer =
  | { readonly kind: 'quota'; readonly quota: Quota }
  /** Envelope code 500 with success false, under any status: no fault, and never asked again at once (decisions 1). */
  | { readonly kind: 'noCodingPlan' };

/** Throws ServiceError. @see service-interface section 4.7 */
export async function fetchQuota(connection: Connection, businessToken: Secret, signal: AbortSignal | null): Promise<QuotaAnswer> {
  const url = `${connection.profile.apiUrl}/api/monitor/usage/quota/limit`;
  const answer = await getJson(connection, url, { kind: 'bearer', token: businessToken }, signal, saysNoCodingPlan);
  if (saysNoCodingPlan(answer)) return { kind: 'noCodingPlan' };
  return { kind: 'quota', quota: parseQuota(dataOf(answer, z.unknown()), connection.clock.now()) };
}

function saysNoCodingPlan({ body }: JsonAnswer): boolean {
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

/** Reads a quota payload. Throws ServiceError only where it is no object at all. */
export function parseQuota(data: unknown, now: number): Quota {
  const parsed = payloadSchema.safeParse(data);
  if (!parsed.success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
  const { level, planName, plan, packageName, limits } = parsed.data;
  return { level: level ?? planName ?? plan ?? packageName, windows: limits.map((limit) => windowOf(limit, now)) };
}

function windowOf(limit: z.infer<typeof limitSchema>, now: number): QuotaWindow {
  const { unit, number } = limit;
  const span = unit === null || number === null ? null : (hoursPerUnit.get(unit) ?? null);
  const hours = span === null || number === null ? null : span * number;
  return {
    window: windowKind(limit.type, unit, number),
    ...amounts({
      percent: limit.percentage,
      total: limit.usage ?? limit.total_units,
      used: limit.currentValue ?? limit.used_units,
      left: limit.remaining ?? limit.available_units,
    }),
    resetsAt: plausibleReset(limit.nextResetTime ?? limit.period_end, hours, now),
    perTool: limit.usageDetails.flatMap(({ modelCode, usage }) => (usage === null ? [] : [{ tool: modelCode, used: usage }])),
  };
}

/** Unit numbers as observed: hours, days, months, weeks. */
const hoursPerUnit = new Map([
  [3, 1],
  [4, 24],
  [5, 24 * 31],
  [6, 24 * 7],
]);

function windowKind(type: string | null, unit: number | null, number: number | null): WindowKind {
  const span = `${String(unit)}×${String(number)}`;
  if (type === 'TOKENS_LIMIT' && span === '3×5') return { kind: 'fiveHours' };
  if (type === 'TOKENS_LIMIT' && span === '6×1') return { kind: 'week' };
  if (type === 'TIME_LIMIT' && (span === '5×1' || unit === null)) return { kind: 'monthlyTools' };
  if (type === 'CREDIT_LIMIT') return { kind: 'credit' };
  return type === null ? { kind: 'units', name: null } : { kind: 'other', name: type };
}

interface Amounts {
  readonly percent: number | null;
  readonly total: number | null;
  readonly used: number | null;
  readonly left: number | null;
}

/** Fills in what the given figures imply; the service's own percentage wins over a computed one. */
export function amounts(given: Amounts): Pick<QuotaWindow, 'usedPercent' | 'used' | 'total' | 'left'> {
  const total = plausibleAmount(given.total);
  const givenUsed = plausibleAmount(given.used);
  const givenLeft = plausibleAmount(given.left);
  const used = givenUsed ?? (total !== null && givenLeft !== null ? Math.max(0, total - givenLeft) : null);
  const left = givenLeft ?? (total !== null && used !== null ? Math.max(0, total - used) : null);
  const computed = total !== null && total > 0 && used !== null ? (used / total) * 100 : null;
  return { usedPercent: plausibleAmount(given.percent) ?? computed, used, total, left };
}

/** A negative amount says nothing; least of all zero. */
function plausibleAmount(value: number | null): number | null {
  return value !== null && value >= 0 ? value : null;
}

const hour = 60 * 60 * 1000;

/** Some deployments send seconds; a reset that is past, or further away than its window is long, tells nothing. */
export function plausibleReset(time: number | null, spanHours: number | null, now: number): number | null {
  if (time === null || time <= 0) return null;
  const milliseconds = time < 1e11 ? time * 1000 : time;
  const furthest = now + (spanHours === null ? 366 * 24 : spanHours * 1.5) * hour;
  return milliseconds > now && milliseconds <= furthest ? milliseconds : null;
}

/**
 * The window that stops a prompt first: the one with the largest share used. Tool calls never stop a prompt, so their
 * window binds only where nothing else is known.
 */
export function bindingWindow(windows: readonly QuotaWindow[]): QuotaWindow | null {
  const known = windows.filter((window) => window.usedPercent !== null);
  const forPrompts = known.filter(({ window }) => window.kind !== 'monthlyTools');
  const candidates = forPrompts.length > 0 ? forPrompts : known;
  return candidates.reduce<QuotaWindow | null>(
    (binding, window) => (binding === null || (window.usedPercent ?? 0) > (binding.usedPercent ?? 0) ? window : binding),
    null,
  );
}
