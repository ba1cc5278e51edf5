// Classifies a failure by status line, error body or network error.
import * as z from 'zod/mini';
import type { Failure } from './errors.ts';
import { parseFailureCode } from './failure-code.ts';
import { parseRetryAfter } from './retry-after.ts';

/**
 * Codes come as numbers or strings; compared as text they are one thing. Undefined where there is none that may be
 * repeated.
 */
const codeSchema = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((code: unknown) => parseFailureCode(code) ?? undefined),
  ),
);

/**
 * The code that begins a message of the form `[<code>][<text>]` (docs/service.md#7.2); nothing else is read from a
 * text.
 */
const codeInTextSchema = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((text: unknown) => (typeof text === 'string' ? /^\[(\d{1,9})\]/.exec(text)?.[1] : undefined)),
  ),
);

/**
 * Message errors (docs/service.md#7.2) and envelopes (docs/service.md#2.1) in one lenient shape: only codes are taken
 * from either.
 */
const errorBodySchema = z.object({
  type: z.optional(z.unknown()),
  code: codeSchema,
  success: z.optional(z.unknown()),
  msg: z.optional(z.unknown()),
  message: codeInTextSchema,
  error: z.catch(
    z.optional(
      z.object({ type: z.catch(z.optional(z.string()), undefined), code: codeSchema, message: codeInTextSchema }),
    ),
    undefined,
  ),
});

type ErrorBody = z.infer<typeof errorBodySchema>;

/** The codes of a body, outermost first. */
function codesIn({ code, error, message }: ErrorBody): string[] {
  return [code, error?.code, error?.message, message].filter((one) => one !== undefined);
}

/** Whether the service itself wrote a body: a firewall's is empty, a page, or JSON of no shape that we know. */
function isOwnWords(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { code, msg, success, error }: Partial<Record<string, unknown>> = { ...body };
  const hasError = typeof error === 'object' && error !== null;
  return hasError || typeof code === 'string' || typeof code === 'number' || msg !== undefined || success !== undefined;
}

/** The same of a body that broke off: JSON of ours begins with one of its fields. */
function isBeginningOfOwnWords(text: string): boolean {
  return /^\s*\{\s*"(?:code|msg|success|error)"\s*:/.test(text) || /^\s*\{\s*"type"\s*:\s*"error"/.test(text);
}

/** @see docs/service.md#7.2 */
const balanceExhaustedCode = '1113';

export interface RefusedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, or undefined where it is empty, broke off, or is something else. */
  readonly body: unknown;
  /** What arrived of a body that broke off. */
  readonly beginning?: string;
  readonly host: string;
  /** True where the body is an HTML page. */
  readonly html: boolean;
  readonly now: number;
}

/** Names the failure behind an answer whose status is not 2xx. @see docs/service.md#7 */
export function failureOfAnswer(answer: RefusedAnswer): Failure {
  const { status, headers, body, beginning = '', host, now } = answer;
  const parsed = errorBodySchema.safeParse(body);
  const own = parsed.success ? parsed.data : null;
  const codes = own === null ? [] : codesIn(own);
  const retryAt = parseRetryAfter(headers.get('retry-after'), now);

  if (status >= 300 && status < 400) return { kind: 'unexpectedAnswer', what: 'redirect' };
  switch (status) {
    case 401:
      return isOwnWords(body) || isBeginningOfOwnWords(beginning) ? { kind: 'tokenRefused' } : { kind: 'firewall' };
    case 402:
      return { kind: 'paymentRequired' };
    case 403:
      return { kind: 'forbidden' };
    case 404:
      return { kind: 'notFound' };
    case 407:
      return { kind: 'proxyAuthentication' };
    case 408:
      return { kind: 'serviceTrouble', status, retryAt };
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
    if (own?.error?.type === 'overloaded_error' || own?.error?.type === 'overload_error')
      return { kind: 'overloaded', retryAt };
    return { kind: 'serviceTrouble', status, retryAt };
  }
  if (answer.html) return { kind: 'loginPage', host };
  return { kind: 'requestRefused', status, code: codes[0] ?? null };
}

/**
 * Reads an error body where no status says anything: an `error` event, or an answer under HTTP 200. Its error may lack
 * its type, and may lack the object around it. Null where the body is none. @see docs/service.md#6 and
 * docs/service.md#7.2
 */
export function failureOfErrorBody(body: unknown): Failure | null {
  const own = errorBodySchema.safeParse(body).data;
  if (own === undefined) return null;
  const code = codesIn(own)[0] ?? null;
  const type = own.error?.type;
  if (type !== undefined) return failureOfErrorEvent(type, code);
  return code === null ? null : failureOfCode(code, 200);
}

/** What a code says by itself, under a status that says nothing: those of HTTP mean what they mean there. */
export function failureOfCode(code: string | null, status: number): Failure {
  switch (code) {
    case balanceExhaustedCode:
      return { kind: 'balanceExhausted' };
    case '401':
      return { kind: 'tokenRefused' };
    case '402':
      return { kind: 'paymentRequired' };
    case '403':
      return { kind: 'forbidden' };
    case '413':
      return { kind: 'tooLarge' };
    case '429':
      return { kind: 'rateLimited', retryAt: null };
    case '529':
      return { kind: 'overloaded', retryAt: null };
    default:
      return { kind: 'requestRefused', status, code };
  }
}

/** Names the failure that an `error` event carries mid-stream, where no status says it. @see docs/service.md#6 */
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

const causeSchema = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  cause: z.optional(z.unknown()),
  errors: z.catch(z.optional(z.array(z.unknown())), undefined),
});

/** Every code and message that a network error carries, outermost first: runtimes nest them in `cause` and `errors`. */
function signsOf(error: unknown, depth = 0): string[] {
  if (depth > 4) return [];
  const parsed = causeSchema.safeParse(error);
  if (!parsed.success) return [];
  const { code, cause, errors = [] } = parsed.data;
  const message = error instanceof Error ? [error.message] : [];
  return [
    ...(code === undefined ? [] : [code]),
    ...message,
    ...[cause, ...errors].flatMap((inner) => signsOf(inner, depth + 1)),
  ];
}

const certificateSign =
  /\b[A-Z_]{0,32}(?:CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|ERR_TLS|ERR_SSL)[A-Z_]{0,32}\b/;
/**
 * The Fetch standard ends such a request before it is sent; a proxy that refuses a tunnel is recognised by its status.
 */
const blockedPortSign = /^bad port$|UNSAFE_PORT/;
const proxySign = /proxy authentication required|Proxy response \(407\)|PROXY_AUTH/i;
const headersTooBigSign = /HEADERS_OVERFLOW|HEADERS_TOO_BIG|HPE_HEADER_OVERFLOW/;
const otherProtocolSign = /HPE_|INVALID_HTTP_RESPONSE|does not match the HTTP\/1\.1 protocol/;
const offlineSign = /ENETUNREACH|ENETDOWN|EAI_AGAIN|INTERNET_DISCONNECTED|NETWORK_CHANGED/;
const unreachableSign =
  /ENOTFOUND|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|NAME_NOT_RESOLVED|CONNECTION_REFUSED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED/;
const timeoutSign = /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|ERR_TIMED_OUT|CONNECTION_TIMED_OUT/;

/**
 * The Fetch standard makes a network error of a 407 that nobody can be asked about, and Node gives it no name. Of what
 * else has none there, nothing can befall a request of ours: it is about caches, modes and origins.
 */
function isNamelessRefusal([outer, inner, ...others]: readonly string[]): boolean {
  return outer === 'fetch failed' && inner === '' && others.length === 0;
}

/** Names the failure behind an error that `fetch` or a body's reader threw. Node's, undici's and Chromium's signs. */
export function failureOfNetworkError(error: unknown, host: string, deadlineSeconds: number): Failure {
  const signs = signsOf(error);
  const has = (sign: RegExp): boolean => signs.some((text) => sign.test(text));
  // Only the code is taken from a message, never the words around it.
  const certificate = signs.map((text) => certificateSign.exec(text)?.[0]).find((code) => code !== undefined);
  if (certificate !== undefined) return { kind: 'certificate', host, code: certificate };
  if (has(blockedPortSign)) return { kind: 'blockedPort', host };
  if (has(proxySign) || isNamelessRefusal(signs)) return { kind: 'proxyAuthentication' };
  if (has(headersTooBigSign)) return { kind: 'unexpectedAnswer', what: 'tooBig' };
  if (has(otherProtocolSign)) return { kind: 'unexpectedAnswer', what: 'otherProtocol' };
  if (has(unreachableSign)) return { kind: 'hostUnreachable', host };
  if (has(timeoutSign)) return { kind: 'timeout', seconds: deadlineSeconds };
  // Last, since a machine without IPv6 reports its unreachable network beside what really happened over IPv4.
  if (has(offlineSign)) return { kind: 'offline' };
  return { kind: 'cut' };
}
