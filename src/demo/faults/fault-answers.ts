// The answers that replace an endpoint's.
import { aborted, bodyFrom, encoded, pause } from '../wire/byte-streams.ts';
import type { DemoBindings, EndpointName } from '../wire/endpoints.ts';
import type { AnswerFault } from './faults.ts';
import { envelopedFailure, firewallRefusal, messageFailure, noBalanceMessage } from '../wire/wire.ts';

const messageEndpoints: readonly EndpointName[] = ['messages', 'alt-messages', 'plan-messages'];

const loginPage = `<!doctype html>
<html lang="en"><head><title>Welcome to Harbor Guest Wi-Fi</title></head>
<body><h1>Harbor Guest Wi-Fi</h1><form method="post" action="/login"><input name="room"><button>Connect</button></form></body></html>
`;

/** Refusals that are a status and a sentence, in the words of either kind of endpoint. */
const refusals = {
  'token-refused': { status: 401, type: 'authentication_error', message: 'The token is expired or invalid.' },
  'payment-required': { status: 402, type: 'billing_error', message: 'A payment is required first.' },
  forbidden: { status: 403, type: 'permission_error', message: 'This account may not use this resource.' },
  'not-found': { status: 404, type: 'not_found_error', message: 'Not found.' },
  'too-large': { status: 413, type: 'request_too_large', message: 'The request is too large.' },
  'rate-limited': { status: 429, type: 'rate_limit_error', message: 'Too many requests.' },
  'server-trouble': { status: 500, type: 'api_error', message: 'Internal server error.' },
  'request-timeout': { status: 408, type: 'timeout_error', message: 'The request did not come in time.' },
  overloaded: { status: 529, type: 'overload_error', message: 'The service is overloaded.' },
} as const;

function refusal(kind: keyof typeof refusals, endpoint: EndpointName, headers: HeadersInit = {}): Response {
  const { status, type, message } = refusals[kind];
  return messageEndpoints.includes(endpoint)
    ? messageFailure(status, type, message, headers)
    : envelopedFailure(status, status, message, headers);
}

/** 429 with code 1113, in the three places where clients have met the code. @see docs/service.md#7.2 */
export function balanceExhausted(code: 'text' | 'number' | 'top-level' = 'text'): Response {
  const error = { type: 'rate_limit_error', message: noBalanceMessage };
  const body = {
    text: { type: 'error', error: { ...error, code: '1113' } },
    number: { type: 'error', error: { ...error, code: 1113 } },
    'top-level': { type: 'error', code: 1113, error },
  };
  return Response.json(body[code], { status: 429 });
}

/**
 * The header as seconds, or as the HTTP date that is so far from `now`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
function retryAfter(seconds: number | undefined, as: 'seconds' | 'date', now: number): Record<string, string> {
  if (seconds === undefined) return {};
  return { 'retry-after': as === 'seconds' ? String(seconds) : new Date(now + seconds * 1_000).toUTCString() };
}

/** An answer that never goes out: the connection is ended, or kept open until the client leaves. */
async function nothing(request: Request, wire: DemoBindings, how: 'cut' | 'silence'): Promise<Response> {
  if (how === 'cut') wire.hangUp();
  await aborted(request.signal);
  return new Response(null);
}

const documents = {
  '401': JSON.stringify({ code: 401, msg: 'The token is expired or invalid.', success: false }),
  '1113': JSON.stringify({ code: 1113, msg: noBalanceMessage, success: false }),
  page: loginPage,
};

/** A refusal of which no more than the beginning is worth reading; it goes on in spaces, which say nothing. */
function unfinishedRefusal(
  { status, body }: AnswerFault & { kind: 'unfinished-refusal' },
  endpoint: EndpointName,
  wire: DemoBindings,
): Response {
  const whole = refusal(status === 401 ? 'token-refused' : 'rate-limited', endpoint);
  const spaces = encoded(' '.repeat(1024 * 1024));
  const bytes = bodyFrom(async function* (gone) {
    const text = await whole.text();
    yield encoded(body === 'cut' ? text.slice(0, text.length / 2) : text.slice(0, -1));
    if (body === 'oversized') for (let megabytes = 0; megabytes < 32; megabytes += 1) yield spaces;
    while (body === 'dripping' && !gone.aborted) {
      await pause(100, gone);
      yield spaces.subarray(0, 1);
    }
    if (body !== 'cut') return;
    wire.hangUp();
    await aborted(gone);
  });
  return new Response(bytes, {
    status,
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
}

/** The call that a fault befalls. */
interface FaultedCall {
  readonly endpoint: EndpointName;
  readonly request: Request;
  readonly wire: DemoBindings;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export async function faultAnswer(
  fault: AnswerFault,
  { endpoint, request, wire, now }: FaultedCall,
): Promise<Response> {
  switch (fault.kind) {
    case 'token-refused':
    case 'payment-required':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
    case 'server-trouble':
    case 'request-timeout':
      return refusal(fault.kind, endpoint);
    case 'firewall':
      return firewallRefusal();
    case 'balance-exhausted':
      return balanceExhausted(fault.code);
    case 'rate-limited':
      return refusal(fault.kind, endpoint, retryAfter(fault.retryAfter, fault.as, now));
    case 'overloaded':
      return refusal(fault.kind, endpoint, retryAfter(fault.retryAfter, 'seconds', now));
    case 'code-expired':
      return envelopedFailure(500, 2007, 'The authorization code is expired.');
    case 'proxy-authentication':
      return new Response('Proxy authentication required.', {
        status: 407,
        headers: { 'proxy-authenticate': 'Basic realm="Harbor"', 'content-type': 'text/plain' },
      });
    case 'unfinished-refusal':
      return unfinishedRefusal(fault, endpoint, wire);
    case 'document-as-stream':
      return new Response(documents[fault.document], { headers: { 'content-type': 'text/event-stream' } });
    case 'login-page':
      return new Response(loginPage, { headers: { 'content-type': 'text/html; charset=utf-8' } });
    case 'redirect':
      return new Response(null, { status: 307, headers: { location: fault.location } });
    case 'cut-before-headers':
      return nothing(request, wire, 'cut');
    case 'silence':
      return nothing(request, wire, 'silence');
    case 'reply': {
      const mayHaveBody = fault.status !== 204 && fault.status !== 205 && fault.status !== 304;
      return new Response(mayHaveBody ? fault.body : null, { status: fault.status, headers: fault.headers });
    }
  }
}
