// What the windows of an editor share about one account's plan. It holds figures and names, never a credential.
import * as z from 'zod/mini';
import { parseJson } from '../../service/json.ts';
import { goodOnes, timeSchema } from '../../service/stored-fields.ts';
import { failureSchema } from '../../service/failure/failure-schema.ts';
import type { Balance } from '../check/balance.ts';
import type { PlanState } from '../plan-state.ts';
import { type Asked, nothingAsked } from './refresh-policy.ts';
import { mostSamples, type Sample } from '../forecast/samples.ts';
import type { Warned } from './warnings.ts';

/** What a check of the plan can come to. */
export type Finding = Extract<
  PlanState,
  { kind: 'known' | 'stale' | 'noPlan' | 'paymentRequired' | 'providerInactive' | 'unknown' }
>;

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

/** `account` names a person at a service, in characters that a file name may have. No method ever rejects. */
export interface PlanStore {
  /** The record as any window wrote it last; null where there is none, or none that can be read. */
  read(account: string): Promise<PlanRecord | null>;
  /**
   * Replaces the record as a whole: readers see the old one or the new one. A store that cannot is as if it had
   * forgotten.
   */
  write(account: string, record: PlanRecord): Promise<void>;
  /**
   * The right to ask the service, held by one window at a time: a function that gives it back, or null where another
   * has it.
   */
  lease(account: string): Promise<(() => Promise<void>) | null>;
  /** Calls the listener after any window has written. Returns what ends that. */
  onChange(listener: (account: string) => void): () => void;
}

/** Far beyond any amount that a service counts or a share that it shows. */
const largestAmount = 1e15;
const amount = z.nullable(z.number().check(z.nonnegative(), z.maximum(largestAmount)));
const time = z.nullable(timeSchema);
const name = z.string().check(z.maxLength(1000));
const text = z.nullable(name);
const version = 1;

const windowTypeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['fiveHours', 'week', 'monthlyTools', 'credit']) }),
  z.object({ kind: z.literal('units'), name: text }),
  z.object({ kind: z.literal('other'), name }),
]);
const storedWindowSchema = z.object({
  window: windowTypeSchema,
  usedPercent: amount,
  used: amount,
  total: amount,
  left: amount,
  resetsAt: time,
  perTool: atMost(100, z.object({ tool: name, used: z.number().check(z.nonnegative(), z.maximum(largestAmount)) })),
});
/** A window's type is stored as `window`: so earlier versions wrote it, and other windows of theirs may read it. */
const windowSchema = z.pipe(
  storedWindowSchema,
  z.transform(({ window, ...rest }: z.infer<typeof storedWindowSchema>) => ({ type: window, ...rest })),
);
const figuresSchema = z.object({
  plan: z.enum(['coding', 'entry']),
  name: text,
  level: text,
  renewal: text,
  windows: atMost(100, windowSchema),
  models: atMost(1000, name),
  readAt: timeSchema,
});
const findingSchema: z.ZodMiniType<Finding> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('known'), figures: figuresSchema }),
  z.object({ kind: z.literal('stale'), figures: figuresSchema, failure: z.nullable(failureSchema) }),
  z.object({ kind: z.enum(['noPlan', 'paymentRequired', 'providerInactive']) }),
  z.object({ kind: z.literal('unknown'), failure: z.nullable(failureSchema) }),
]);
const readingSchema = z.object({ key: name, usedPercent: amount, used: amount, total: amount, resetsAt: time });
const sampleSchema = z.object({ at: timeSchema, plan: name, windows: atMost(100, readingSchema) });
const askedSchema = z.object({
  at: time,
  timedAt: time,
  wholeAt: time,
  balanceAt: time,
  failures: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  notBefore: timeSchema,
  notBeforeService: timeSchema,
});
const balanceSchema = z.object({ name: text, unit: text, total: amount, used: amount, left: amount });

/** What is not what it should be is left out, and the rest still serves: at worst the service is asked anew. */
const recordSchema = z.object({
  version: z.literal(version),
  finding: findingSchema,
  asked: z.pipe(z.catch(askedSchema, nothingAsked), z.transform(withinADay)),
  samples: z.catch(atMost(mostSamples, sampleSchema), []),
  warned: z.catch(
    atMost(
      1000,
      z.object({ key: name, threshold: z.number(), resetsAt: time, isKnownUsedUp: z.catch(z.boolean(), false) }),
    ),
    [],
  ),
  balances: z.catch(z.nullable(z.object({ balances: atMost(100, balanceSchema), readAt: timeSchema })), null),
});

/** The good ones of a list, the last ones where there are too many. */
function atMost<T>(most: number, item: z.ZodMiniType<T>): z.ZodMiniType<T[]> {
  return z.pipe(
    goodOnes(item),
    z.transform((items: T[]) => items.slice(-most)),
  );
}

const day = 24 * 60 * 60 * 1000;

/**
 * No service puts anybody off for longer, and no pause of ours is longer: a date beyond that would end the asking for
 * good.
 */
function withinADay(asked: Asked): Asked {
  const latest = asked.at === null ? 0 : asked.at + day;
  return {
    ...asked,
    notBefore: Math.min(asked.notBefore, latest),
    notBeforeService: Math.min(asked.notBeforeService, latest),
  };
}

/** Reads a record from a file's text; null for anything else: a record that cannot be read is as good as none. */
export function parseRecord(stored: string): PlanRecord | null {
  const parsed = recordSchema.safeParse(parseJson(stored));
  return parsed.success ? parsed.data : null;
}

export function formatRecord(record: PlanRecord): string {
  return JSON.stringify({ version, ...record, finding: storedFinding(record.finding) });
}

function storedFinding(finding: Finding): unknown {
  if (!('figures' in finding)) return finding;
  const windows = finding.figures.windows.map(({ type, ...rest }) => ({ window: type, ...rest }));
  return { ...finding, figures: { ...finding.figures, windows } };
}
