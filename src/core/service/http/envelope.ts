// The response envelope of the business and token endpoints.
import * as z from 'zod/mini';
import { type Failure, ServiceError } from '../failure/errors.ts';
import { failureOfCode } from '../failure/classify-failure.ts';
import type { JsonAnswer } from './http.ts';

/** Codes are integers by the interface and numeric text in some answers. */
const codeSchema = z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))]);

const envelopeSchema = z.object({
  code: z.catch(z.optional(codeSchema), undefined),
  msg: z.catch(z.optional(z.string()), undefined),
  success: z.catch(z.optional(z.boolean()), undefined),
  data: z.optional(z.unknown()),
});

export type Envelope =
  | { readonly kind: 'accepted'; readonly data: unknown }
  /** `message` is the service's own text: untrusted, for comparison with the profile's mappings only. */
  | { readonly kind: 'refused'; readonly code: number | null; readonly message: string | null }
  /** A body without the envelope's fields, as some deployments send their payload bare. */
  | { readonly kind: 'bare'; readonly data: unknown };

/** `success` decides where it is present, else `code` 0 or 200. @see docs/service.md#2.1 and docs/decisions.md#1 */
export function parseEnvelope(body: unknown): Envelope {
  const parsed = envelopeSchema.safeParse(body);
  if (!parsed.success) return { kind: 'bare', data: body };
  const { code, msg, success, data } = parsed.data;
  if (success === undefined && code === undefined) return { kind: 'bare', data: body };
  const accepted = success ?? (code === 0 || code === 200);
  return accepted ? { kind: 'accepted', data } : { kind: 'refused', code: code ?? null, message: msg ?? null };
}

/**
 * The data of an accepted envelope, read by `schema`. Throws ServiceError: the answer's own failure, what the code says
 * where a 2xx envelope says no, `unexpectedAnswer` where the data are of another shape.
 */
export function dataOf<T>(answer: JsonAnswer, schema: z.ZodMiniType<T>): T {
  if (answer.failure !== null) throw new ServiceError(answer.failure);
  const envelope = parseEnvelope(answer.body);
  if (envelope.kind === 'refused') throw new ServiceError(failureOfEnvelope(envelope, answer.status));
  const parsed = schema.safeParse(envelope.data);
  if (!parsed.success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
  return parsed.data;
}

/** Whether the profile maps this refusal's code or message to a reason of its own (docs/decisions.md#9). */
export function isMappedRefusal(mapping: readonly string[], refusal: Envelope & { kind: 'refused' }): boolean {
  return mapping.some((sign) => sign === refusal.message || (refusal.code !== null && sign === String(refusal.code)));
}

/** Names the failure behind an envelope that says no under a status that says yes. */
export function failureOfEnvelope({ code }: Envelope & { kind: 'refused' }, status: number): Failure {
  return failureOfCode(code === null ? null : String(code), status);
}
