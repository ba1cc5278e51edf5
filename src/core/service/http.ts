// Knows how to send one request and read its answer under a deadline, a stall timer and a size cap; the only reader of
// a Response. It does not know any endpoint, and it repeats nothing (see repetition.ts).
import type { Clock, Fetch } from '../ports.ts';
import { type Failure, ServiceError } from './errors.ts';
import { failureOfAnswer, failureOfNetworkError } from './failure-signs.ts';
import { parseSecret, type Secret } from './secret.ts';
import { type SilenceTimer, startSilenceTimer } from './silence-timer.ts';

/** `audience` names who may receive it: a service as `audienceOf` in profile.ts does, or one host as `receiverOf` does. */
export type Credential =
  /** `Authorization: Bearer …` */
  | { readonly kind: 'bearer'; readonly token: Secret; readonly audience: string }
  /** `x-api-key: …` */
  | { readonly kind: 'apiKey'; readonly key: Secret; readonly audience: string };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: Credential | null;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
  readonly signal: AbortSignal | null;
  /** The end of the connection that the request belongs to, which ends it just as `signal` does. */
  readonly ending?: AbortSignal;
  /** How long the connection may be silent, before the headers and between bytes. */
  readonly silenceMilliseconds: number;
}

export interface JsonAnswer {
  readonly status: number;
  /** Undefined where the body was empty or no JSON. */
  readonly body: unknown;
  /** Null for a 2xx answer with a JSON body. Envelopes may say more than the status: see envelope.ts. */
  readonly failure: Failure | null;
}

interface ProbedAnswer extends JsonAnswer {
  /** The service's own clock when it answered (`Date`), in milliseconds since the epoch; null where it does not say. */
  readonly servedAt: number | null;
}

export interface Http {
  /** Throws ServiceError for network trouble and a stop; an answer of any status is returned. */
  readonly json: (request: HttpRequest) => Promise<JsonAnswer>;
  /** The same, with what the answer tells about the way to the service. */
  readonly probe: (request: HttpRequest) => Promise<ProbedAnswer>;
  /**
   * Resolves once an event stream has begun, with status 200 and no other; throws ServiceError otherwise, then and while it
   * is read. What came instead of a stream is first shown to `refusalIn`, since its body may say more than its status.
   */
  readonly eventStream: (request: HttpRequest, refusalIn?: (answer: JsonAnswer) => Failure | null) => Promise<AsyncIterable<Uint8Array>>;
}

/** No JSON answer of the interface comes near this; what is larger is somebody else's. */
const largestJson = 8 * 1024 * 1024;
/** An answer of a model is bounded by its output limit; this is far beyond any. */
const largestStream = 256 * 1024 * 1024;

export function createHttp(fetch: Fetch, clock: Clock): Http {
  return {
    async json(request) {
      const exchange = await send(fetch, clock, request, 'application/json');
      const text = await readText(exchange);
      return jsonAnswer(exchange, text, clock.now());
    },
    async probe(request) {
      const exchange = await send(fetch, clock, request, 'application/json');
      const text = await readText(exchange);
      return { ...jsonAnswer(exchange, text, clock.now()), servedAt: timeIn(exchange.response.headers) };
    },
    async eventStream(request, refusalIn = () => null) {
      const exchange = await send(fetch, clock, request, 'text/event-stream');
      const { response } = exchange;
      if (response.status === 200 && mediaType(response) === 'text/event-stream') return readBytes(exchange, largestStream);
      const answer = jsonAnswer(exchange, await readText(exchange), clock.now());
      const failure = refusalIn(answer) ?? answer.failure;
      // A body that is whole but no stream, JSON or not, is told by its type.
      const ofOtherType = failure === null || (failure.kind === 'unexpectedAnswer' && failure.what === 'invalidJson');
      throw new ServiceError(ofOtherType ? { kind: 'unexpectedAnswer', what: 'contentType' } : failure);
    },
  };
}

interface Exchange {
  readonly response: Response;
  readonly host: string;
  readonly silence: SilenceTimer;
  readonly seconds: number;
  /** Ends the connection and gives back what listens for the caller's stop. */
  readonly end: () => void;
  readonly stoppedByCaller: () => boolean;
}

async function send(fetch: Fetch, clock: Clock, request: HttpRequest, accept: string): Promise<Exchange> {
  const host = new URL(request.url).host;
  const seconds = Math.round(request.silenceMilliseconds / 1000);
  const headers = headersOf(request, accept);
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const connection = new AbortController();
  const stop = (): void => connection.abort();
  const signals = [request.signal, request.ending];
  const stoppedByCaller = (): boolean => signals.some((signal) => signal?.aborted === true);
  if (stoppedByCaller()) throw new ServiceError({ kind: 'stopped' });
  for (const signal of signals) signal?.addEventListener('abort', stop);
  const silence = startSilenceTimer(clock, request.silenceMilliseconds, () => connection.abort());
  const end = (): void => {
    silence.end();
    for (const signal of signals) signal?.removeEventListener('abort', stop);
    connection.abort();
  };
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body,
      // Following a redirect would carry the key and the prompt to whoever it names.
      redirect: 'manual',
      signal: connection.signal,
    });
    silence.touch();
    return { response, host, silence, seconds, end, stoppedByCaller };
  } catch (error) {
    const silent = silence.expired();
    end();
    if (stoppedByCaller()) throw new ServiceError({ kind: 'stopped' });
    throw new ServiceError(silent ? { kind: 'timeout', seconds } : failureOfNetworkError(error, host, seconds));
  }
}

function headersOf(request: HttpRequest, accept: string): Record<string, string> {
  const headers: Record<string, string> = { Accept: accept, ...request.headers };
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  switch (request.credential?.kind) {
    case 'bearer':
      headers['Authorization'] = `Bearer ${headerValue(request.credential.token)}`;
      break;
    case 'apiKey':
      headers['x-api-key'] = headerValue(request.credential.key);
      break;
    case undefined:
      break;
  }
  return headers;
}

/**
 * A credential that no header can carry is none that a service gave out, so it counts as refused; `fetch` would throw
 * an error that spells it out.
 */
function headerValue(secret: Secret): string {
  const sendable = parseSecret(secret.reveal());
  if (sendable === null) throw new ServiceError({ kind: 'tokenRefused' });
  return sendable.reveal();
}

/** The body's chunks as they come; leaving the loop early closes the socket at once. */
async function* readBytes(exchange: Exchange, largest: number): AsyncGenerator<Uint8Array, void, undefined> {
  const { response, host, silence, seconds } = exchange;
  const reader = response.body?.getReader();
  let size = 0;
  try {
    for (;;) {
      const step = await reader?.read();
      if (step === undefined || step.done) return;
      silence.touch();
      size += step.value.byteLength;
      if (size > largest) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'tooBig' });
      yield step.value;
    }
  } catch (error) {
    if (exchange.stoppedByCaller()) throw new ServiceError({ kind: 'stopped' });
    if (error instanceof ServiceError) throw error;
    if (silence.expired()) throw new ServiceError({ kind: 'stalled', seconds });
    const failure = failureOfNetworkError(error, host, seconds);
    // Once an answer has begun the host was reachable, so whatever ended it was a cut.
    throw new ServiceError(failure.kind === 'hostUnreachable' ? { kind: 'cut' } : failure);
  } finally {
    exchange.end();
  }
}

async function readText(exchange: Exchange): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of readBytes(exchange, largestJson)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

function jsonAnswer({ response, host }: Exchange, text: string, now: number): JsonAnswer {
  const { headers } = response;
  // A browser's runtime hides the status of a redirect that was not followed.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  const html = mediaType(response) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);
  const body = parseJson(text);
  if (status < 200 || status > 299) return { status, body, failure: failureOfAnswer({ status, headers, body, host, html, now }) };
  if (body !== undefined) return { status, body, failure: null };
  if (html) return { status, body, failure: { kind: 'loginPage', host } };
  return { status, body, failure: { kind: 'unexpectedAnswer', what: text.trim() === '' ? 'empty' : 'invalidJson' } };
}

function timeIn(headers: Headers): number | null {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? null : time;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
