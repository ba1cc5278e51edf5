// Knows what windows share about one account's plan, and reads it back from the file they share; not where that file lies.
// It holds figures and names, never a credential.
import * as z from 'zod/mini';
import { failureSchema } from '../service/failure-schema.ts';
import type { Balance } from './balance.ts';
import type { PlanState } from './plan-state.ts';
import type { Asked } from './refresh-policy.ts';
import type { Sample } from './samples.ts';
import type { Warned } from './warnings.ts';

/** What a check of the plan can come to. */
export type Finding = Extract<PlanState, { kind: 'known' | 'stale' | 'noPlan' | 'paymentRequired' | 'providerInactive' | 'unknown' }>;

export interface PlanRecord {
  readonly finding: Finding;
  readonly asked: Asked;
  readonly samples: readonly Sample[];
  readonly warned: readonly Warned[];
  readonly balances: KnownBalances | null;
}

export interface KnownBalances {
  readonly balances: readonly Balance[];
  readonly readAt: number;
}

const number = z.nullable(z.number());
const text = z.nullable(z.string());
const version = 1;

const windowKindSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['fiveHours', 'week', 'monthlyTools', 'credit']) }),
  z.object({ kind: z.literal('units'), name: text }),
  z.object({ kind: z.literal('other'), name: z.string() }),
]);
const windowSchema = z.object({
  window: windowKindSchema,
  usedPercent: number,
  used: number,
  total: number,
  left: number,
  resetsAt: number,
  perTool: z.array(z.object({ tool: z.string(), used: z.number() })),
});
const figuresSchema = z.object({
  plan: z.enum(['coding', 'entry']),
  name: text,
  level: text,
  renewal: text,
  windows: z.array(windowSchema),
  models: z.array(z.string()),
  readAt: z.number(),
});
const findingSchema: z.ZodMiniType<Finding> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('known'), figures: figuresSchema }),
  z.object({ kind: z.literal('stale'), figures: figuresSchema, failure: z.nullable(failureSchema) }),
  z.object({ kind: z.enum(['noPlan', 'paymentRequired', 'providerInactive']) }),
  z.object({ kind: z.literal('unknown'), failure: z.nullable(failureSchema) }),
]);
const readingSchema = z.object({ key: z.string(), usedPercent: number, used: number, total: number, resetsAt: number });
const recordSchema = z.object({
  version: z.literal(version),
  finding: findingSchema,
  asked: z.object({
    at: number,
    timedAt: number,
    wholeAt: number,
    balanceAt: number,
    failures: z.number(),
    notBefore: z.number(),
    notBeforeService: z.number(),
  }),
  samples: z.array(z.object({ at: z.number(), plan: z.string(), windows: z.array(readingSchema) })),
  warned: z.array(z.object({ key: z.string(), threshold: z.number(), resetsAt: number })),
  balances: z.nullable(
    z.object({ balances: z.array(z.object({ name: text, unit: text, total: number, used: number, left: number })), readAt: z.number() }),
  ),
});

/** Reads a record from a file's text; null for anything else: a record that cannot be read is as good as none. */
export function parseRecord(stored: string): PlanRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(stored));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function formatRecord(record: PlanRecord): string {
  return JSON.stringify({ version, ...record });
}
