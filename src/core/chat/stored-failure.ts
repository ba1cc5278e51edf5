// Knows how a failure is read back from a file of the history; not what it means or when it happened.
import * as z from 'zod/mini';
import type { Failure } from '../service/errors.ts';

const time = z.nullable(z.number());

/** One schema a kind of `Failure`: a new kind does not compile until it can be read back. */
export const failureSchema: z.ZodMiniType<Failure> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['hostUnreachable', 'loginPage']), host: z.string() }),
  z.object({ kind: z.literal('certificate'), host: z.string(), code: z.string() }),
  z.object({ kind: z.literal(['timeout', 'stalled']), seconds: z.number() }),
  z.object({ kind: z.literal(['rateLimited', 'overloaded']), retryAt: time }),
  z.object({ kind: z.literal('requestRefused'), status: z.number(), code: z.nullable(z.string()) }),
  z.object({ kind: z.literal('serviceTrouble'), status: z.number(), retryAt: time }),
  z.object({
    kind: z.literal('unexpectedAnswer'),
    what: z.enum(['redirect', 'contentType', 'invalidJson', 'schema', 'tooBig', 'empty']),
  }),
  z.object({
    kind: z.literal([
      'offline', 'cut', 'firewall', 'tokenRefused', 'forbidden', 'paymentRequired', 'balanceExhausted', 'codeExpired',
      'providerInactive', 'notFound', 'tooLarge', 'stopped',
    ]),
  }),
]);
