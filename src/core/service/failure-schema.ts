// Knows how a failure is read back from where it was stored; not who stores one.
import * as z from 'zod/mini';
import type { Failure, FailureKind } from './errors.ts';
import { parseFailureCode } from './failure-code.ts';
import { timeSchema } from './stored-fields.ts';

const plain = <const K extends FailureKind>(kind: K): z.ZodMiniObject<{ kind: z.ZodMiniLiteral<K> }> => z.object({ kind: z.literal(kind) });
// A date that is none is no reason to forget the failure.
const retryAt = z.catch(z.nullable(timeSchema), null);
const host = z.string();
const seconds = z.number();
/** By the same rule as those that arrive: what an earlier version stored may be anything. */
const code = z.nullable(z.pipe(z.string(), z.transform((text: string) => parseFailureCode(text))));

/** One schema a kind: a kind that errors.ts adds does not compile until it can be read back. */
const schemas = {
  offline: plain('offline'),
  hostUnreachable: z.object({ kind: z.literal('hostUnreachable'), host }),
  blockedPort: z.object({ kind: z.literal('blockedPort'), host }),
  proxyAuthentication: plain('proxyAuthentication'),
  certificate: z.object({ kind: z.literal('certificate'), host, code: z.string() }),
  timeout: z.object({ kind: z.literal('timeout'), seconds }),
  stalled: z.object({ kind: z.literal('stalled'), seconds }),
  tooSlow: z.object({ kind: z.literal('tooSlow'), seconds }),
  cut: plain('cut'),
  firewall: plain('firewall'),
  tokenRefused: plain('tokenRefused'),
  forbidden: plain('forbidden'),
  paymentRequired: plain('paymentRequired'),
  balanceExhausted: plain('balanceExhausted'),
  rateLimited: z.object({ kind: z.literal('rateLimited'), retryAt }),
  overloaded: z.object({ kind: z.literal('overloaded'), retryAt }),
  codeExpired: plain('codeExpired'),
  providerInactive: plain('providerInactive'),
  notFound: plain('notFound'),
  tooLarge: plain('tooLarge'),
  requestRefused: z.object({ kind: z.literal('requestRefused'), status: z.number(), code }),
  serviceTrouble: z.object({ kind: z.literal('serviceTrouble'), status: z.number(), retryAt }),
  unexpectedAnswer: z.object({
    kind: z.literal('unexpectedAnswer'),
    what: z.enum(['redirect', 'contentType', 'invalidJson', 'schema', 'tooBig', 'empty', 'otherProtocol']),
  }),
  loginPage: z.object({ kind: z.literal('loginPage'), host }),
  signedOut: plain('signedOut'),
  keyNeeded: plain('keyNeeded'),
  dailyCapReached: z.object({ kind: z.literal('dailyCapReached'), spent: z.number(), cap: z.number() }),
  stopped: plain('stopped'),
} satisfies { readonly [Kind in FailureKind]: z.ZodMiniType<Extract<Failure, { kind: Kind }>> };

export const failureSchema: z.ZodMiniType<Failure> = z.union(Object.values(schemas));
