// Knows how to read a failure off a status line, an error body or a network error; not what anybody does about it.
import * as z from 'zod/mini';
import type { Failure } from './errors.ts';
import { parseRetryAfter } from './retry-after.ts';

/** Codes come as numbers or strings; compared as text they are one thing. */
const codeSchema = z.optional(z.union([z.string(), z.number()]));

/** The code that begins a message of the form `[<code>][<text>]` (section 7.2); nothing else is read from a text. */
const codeInTextSchema = z.catch(
  z.optional(z.pipe(z.string(), z.transform((text: string) => /^\[(\d{1,9})\]/.exec(text)?.[1]))),
  undefined,
);

/** Message errors (section 7.2) and envelopes (section 2.1) in one lenient shape: only codes are taken from either. */
const errorBodySchema = z.object({
  type: z.optional(z.unknown()),
  code: z.catch(codeSchema, undefined),
  success: z.optional(z.unknown()),
  msg: z.optional(z.unknown()),
  error: z.catch(
    z.optional(z.object({ type: z.catch(z.optional(z.string()), undefined), code: z.catch(codeSchema, undefined), message: codeInTextSchema })),
    undefined,
  ),
});

type ErrorBody = z.infer<typeof errorBodySchema>;

/** Whether the service itself wrote a body: a firewall's is empty, a page, or JSON of no shape that we know. */
function isOwnWords(body: ErrorBody | null): boolean {
  return body !== null && (body.error !== undefined || body.code !== undefined || body.msg !== undefined || body.success !== undefined);
}

/** @see service-interface section 7.2 */
export const balanceExhaustedCode = '1113';
const codeExpiredCode = '2007';

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, or undefined where it is empty or something else. */
  readonly body: unknown;
  readonly host: string;
  /** True where the body is an HTML page. */
  readonly html: boolean;
  readonly now: number;
}

/** Names the failure behind an answer whose status is not 2xx. @see service-interface section 7 */
export function failureOfAnswer(answer: RefusedAnswer): Failure {
  const { status, headers, host, now } = answer;
  const parsed = errorBodySchema.safeParse(answer.body);
  const own = parsed.success ? parsed.data : null;
  const codes = [own?.code, own?.error?.code, own?.error?.message].map((code) => (code === undefined ? null : String(code)));
  const retryAt = parseRetryAfter(headers.get('retry-after'), now);

  if (status >= 300 && status < 400) return { kind: 'unexpectedAnswer', what: 'redirect' };
  switch (status) {
    case 401:
      return isOwnWords(own) ? { kind: 'tokenRefused' } : { kind: 'firewall' };
    case 402:
      return { kind: 'paymentRequired' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
      return { kind: 'notFound' };
    case 413:
      return { kind: 'tooLarge' };
    case 429:
      return codes.includes(balanceExhaustedCode) ? { kind: 'balanceExhausted' } : { kind: 'rateLimited', retryAt };
    case 511:
      return { kind: 'loginPage', host };
    case 529:
      return { kind: 'overloaded', retryAt };
  }
  if (status >= 500) {
    if (codes.includes(codeExpiredCode)) return { kind: 'codeExpired' };
    if (own?.error?.type === 'overloaded_error' || own?.error?.type === 'overload_error') return { kind: 'overloaded', retryAt };
    return { kind: 'serviceTrouble', status, retryAt };
  }
  if (answer.html) return { kind: 'loginPage', host };
  return { kind: 'requestRefused', status, code: codes.find((code) => code !== null) ?? null };
}

/**
 * Reads an error body where no status says anything: an `error` event, or an answer under HTTP 200. Null where the body
 * is none. @see service-interface sections 6 and 7.2
 */
export function failureOfErrorBody(body: unknown): Failure | null {
  const error = errorBodySchema.safeParse(body).data?.error;
  if (error?.type === undefined) return null;
  const code = error.code ?? error.message;
  return failureOfErrorEvent(error.type, code === undefined ? null : String(code));
}

/** Names the failure that an `error` event carries mid-stream, where no status says it. @see section 6 */
export function failureOfErrorEvent(type: string, code: string | null): Failure {
  if (code === balanceExhaustedCode) return { kind: 'balanceExhausted' };
  switch (type) {
    case 'overload_error':
    case 'overloaded_error':
      return { kind: 'overloaded', retryAt: null };
    case 'rate_limit_error':
      return { kind: 'rateLimited', retryAt: null };
    case 'authentication_error':
      return { kind: 'tokenRefused' };
    case 'permission_error':
      return { kind: 'forbidden' };
    case 'billing_error':
      return { kind: 'paymentRequired' };
    case 'not_found_error':
      return { kind: 'notFound' };
    case 'request_too_large':
      return { kind: 'tooLarge' };
    case 'invalid_request_error':
      return { kind: 'requestRefused', status: 200, code };
    default:
      return { kind: 'serviceTrouble', status: 200, retryAt: null };
  }
}

const causeSchema = z.object({ code: z.catch(z.optional(z.string()), undefined), cause: z.optional(z.unknown()), errors: z.catch(z.optional(z.array(z.unknown())), undefined) });

/** Every code and message that a network error carries, outermost first: runtimes nest them in `cause` and `errors`. */
function signsOf(error: unknown, depth = 0): string[] {
  if (depth > 4) return [];
  const parsed = causeSchema.safeParse(error);
  if (!parsed.success) return [];
  const { code, cause, errors = [] } = parsed.data;
  const message = error instanceof Error ? [error.message] : [];
  return [...(code === undefined ? [] : [code]), ...message, ...[cause, ...errors].flatMap((inner) => signsOf(inner, depth + 1))];
}

const codeWords = /\b[A-Z_]+\b/g;
const certificateSign = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|ERR_TLS|ERR_SSL/;
const offlineSign = /ENETUNREACH|ENETDOWN|EAI_AGAIN|INTERNET_DISCONNECTED|NETWORK_CHANGED/;
const unreachableSign = /ENOTFOUND|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|NAME_NOT_RESOLVED|CONNECTION_REFUSED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED/;
const timeoutSign = /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|ERR_TIMED_OUT|CONNECTION_TIMED_OUT/;

/** Names the failure behind an error that `fetch` or a body's reader threw. Node's, undici's and Chromium's signs. */
export function failureOfNetworkError(error: unknown, host: string, deadlineSeconds: number): Failure {
  const signs = signsOf(error);
  const has = (sign: RegExp): boolean => signs.some((text) => sign.test(text));
  // Only the code is taken from a message, never the words around it.
  const certificate = signs.flatMap((text) => text.match(codeWords) ?? []).find((word) => certificateSign.test(word));
  if (certificate !== undefined) return { kind: 'certificate', host, code: certificate };
  if (has(unreachableSign)) return { kind: 'hostUnreachable', host };
  if (has(timeoutSign)) return { kind: 'timeout', seconds: deadlineSeconds };
  // Last, since a machine without IPv6 reports its unreachable network beside what really happened over IPv4.
  if (has(offlineSign)) return { kind: 'offline' };
  return { kind: 'cut' };
}
