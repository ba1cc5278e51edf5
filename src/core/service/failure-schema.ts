// Knows how a failure is read back from where it was stored; not who stores one. What errors.ts adds has to be added here,
// which the type of the schema makes sure of.
import * as z from 'zod/mini';
import type { Failure } from './errors.ts';

const retryAt = z.nullable(z.number());
const host = z.string();
const seconds = z.number();

export const failureSchema: z.ZodMiniType<Failure> = z.union([
  z.object({
    kind: z.enum([
      'offline', 'cut', 'firewall', 'tokenRefused', 'forbidden', 'paymentRequired', 'balanceExhausted', 'codeExpired',
      'providerInactive', 'notFound', 'tooLarge', 'stopped',
    ]),
  }),
  z.object({ kind: z.enum(['hostUnreachable', 'loginPage']), host }),
  z.object({ kind: z.literal('certificate'), host, code: z.string() }),
  z.object({ kind: z.enum(['timeout', 'stalled']), seconds }),
  z.object({ kind: z.enum(['rateLimited', 'overloaded']), retryAt }),
  z.object({ kind: z.literal('requestRefused'), status: z.number(), code: z.nullable(z.string()) }),
  z.object({ kind: z.literal('serviceTrouble'), status: z.number(), retryAt }),
  z.object({
    kind: z.literal('unexpectedAnswer'),
    what: z.enum(['redirect', 'contentType', 'invalidJson', 'schema', 'tooBig', 'empty']),
  }),
]);
