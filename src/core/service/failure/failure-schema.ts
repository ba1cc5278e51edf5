// Reads a failure back from where it was stored.
import * as z from 'zod/mini';
import type { Failure, FailureKind } from './errors.ts';
import { parseFailureCode } from './failure-code.ts';
import { countSchema, timeSchema } from '../stored-fields.ts';

const plain = <const K extends FailureKind>(kind: K): z.ZodMiniObject<{ kind: z.ZodMiniLiteral<K> }> =>
  z.object({ kind: z.literal(kind) });
// A date that is none is no reason to forget the failure.
const retryAt = z.catch(z.nullable(timeSchema), null);
/** As `URL` writes a host, with or without its port. */
const host = z.string().check(z.regex(/^[a-z0-9._:[\]-]{1,260}$/i));
const seconds = z.number().check(z.nonnegative(), z.maximum(86_400));
const status = z.int().check(z.minimum(0), z.maximum(999));
/** By the same rule as those that arrive: what an earlier version stored may be anything. */
const code = z.nullable(
  z.pipe(
    z.string(),
    z.transform((text: string) => parseFailureCode(text)),
  ),
);

/** As runtimes name what is wrong with a certificate. */
const certificateCode = z.string().check(z.regex(/^[A-Z][A-Z_]{0,63}$/));

/** One schema a kind: a kind that errors.ts adds does not compile until it can be read back. */
const schemas = {
  offline: plain('offline'),
  hostUnreachable: z.object({ kind: z.literal('hostUnreachable'), host }),
  blockedPort: z.object({ kind: z.literal('blockedPort'), host }),
  proxyAuthentication: plain('proxyAuthentication'),
  certificate: z.object({ kind: z.literal('certificate'), host, code: certificateCode }),
  timeout: z.object({ kind: z.literal('timeout'), seconds }),
  stalled: z.object({ kind: z.literal('stalled'), seconds }),
  tooSlow: z.object({ kind: z.literal('tooSlow'), seconds }),
  cut: plain('cut'),
  firewall: plain('firewall'),
  tokenRefused: plain('tokenRefused'),
  forbidden: plain('forbidden'),
  paymentRequired: plain('paymentRequired'),
  balanceExhausted: plain('balanceExhausted'),
  noPlan: plain('noPlan'),
  rateLimited: z.object({ kind: z.literal('rateLimited'), retryAt }),
  overloaded: z.object({ kind: z.literal('overloaded'), retryAt }),
  codeExpired: plain('codeExpired'),
  providerInactive: plain('providerInactive'),
  notFound: plain('notFound'),
  tooLarge: plain('tooLarge'),
  requestRefused: z.object({ kind: z.literal('requestRefused'), status, code }),
  serviceTrouble: z.object({ kind: z.literal('serviceTrouble'), status, retryAt }),
  unexpectedAnswer: z.object({
    kind: z.literal('unexpectedAnswer'),
    what: z.enum(['redirect', 'contentType', 'invalidJson', 'schema', 'tooBig', 'empty', 'otherProtocol']),
  }),
  loginPage: z.object({ kind: z.literal('loginPage'), host }),
  signedOut: plain('signedOut'),
  keyNeeded: plain('keyNeeded'),
  dailyCapReached: z.object({ kind: z.literal('dailyCapReached'), spent: countSchema, cap: countSchema }),
  stopped: plain('stopped'),
} satisfies { readonly [Kind in FailureKind]: z.ZodMiniType<Extract<Failure, { kind: Kind }>> };

export const failureSchema: z.ZodMiniType<Failure> = z.union(Object.values(schemas));
