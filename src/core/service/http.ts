// Knows how to send one request and read its answer under a deadline, a stall timer and a size cap; the only reader of
// a Response. It does not know any endpoint, and it repeats nothing (see repetition.ts).
import type { Clock, Fetch } from '../ports.ts';
import { type Failure, ServiceError } from './errors.ts';
import { withoutEcho } from './failure-code.ts';
import { failureOfAnswer, failureOfNetworkError } from './failure-signs.ts';
import { parseJson } from './json.ts';
import { readAhead } from './read-ahead.ts';
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
  /** How long after the headers a JSON answer may take to be whole, however its bytes drip; a minute where it is not given. */
  readonly deadlineMilliseconds?: number;
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
  readonly eventStream: (request: HttpRequest, refusalIn?: RefusalIn) => Promise<AsyncIterable<Uint8Array>>;
}

type RefusalIn = (answer: JsonAnswer) => Failure | null;

/** No JSON answer of the interface comes near this; what is larger is somebody else's. */
const largestJson = 8 * 1024 * 1024;
/** What an error has to say is short. */
const largestRefusal = 256 * 1024;
const usualDeadline = 60_000;
/** An answer of a model is bounded by its output limit; this is far beyond any. */
const largestStream = 256 * 1024 * 1024;

export function createHttp(fetch: Fetch, clock: Clock): Http {
  return {
    async json(request) {
      const exchange = await send(fetch, clock, request, 'application/json');
      return readAnswer(exchange, clock);
    },
    async probe(request) {
      const exchange = await send(fetch, clock, request, 'application/json');
      const answer = await readAnswer(exchange, clock);
      return { ...answer, servedAt: timeIn(exchange.response.headers) };
    },
    async eventStream(request, refusalIn = () => null) {
      const exchange = await send(fetch, clock, request, 'text/event-stream');
      const { response } = exchange;
      if (response.status === 200 && mediaType(response) === 'text/event-stream') return readEvents(exchange, clock, refusalIn);
      throw new ServiceError(failureInPlaceOfEvents(await readAnswer(exchange, clock), refusalIn));
    },
  };
}

interface Exchange {
  readonly request: HttpRequest;
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
    // From here on whoever reads the body says when it is waited for.
    silence.pause();
    return { request, response, host, silence, seconds, end, stoppedByCaller };
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

/** What no header can carry no service gave out, so it counts as refused; `fetch` would throw an error that spells it out. */
function headerValue(secret: Secret): string {
  if (parseSecret(secret.reveal()) === null) throw new ServiceError({ kind: 'tokenRefused' });
  return secret.reveal();
}

/** The body's chunks as they come; leaving the loop early closes the socket at once. */
async function* readBytes(exchange: Exchange): AsyncGenerator<Uint8Array, void, undefined> {
  const { response, host, silence, seconds } = exchange;
  let size = 0;
  try {
    if (response.body === null) return;
    for await (const bytes of readAhead(response.body, silence)) {
      size += bytes.byteLength;
      if (size > largestStream) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'tooBig' });
      yield bytes;
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

/** Space, tab, the ends of a line, and the bytes of a byte order mark. */
const blankBytes: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
/** What JSON and pages begin with, and no line of an event. */
const documentBytes: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x3c]);

/** A stream's bytes. What calls itself a stream and begins as a document is told for what it says. */
async function* readEvents(exchange: Exchange, clock: Clock, refusalIn: RefusalIn): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = readBytes(exchange);
  try {
    for (let isBlank = true; isBlank; ) {
      const { done, value } = await bytes.next();
      if (done === true) return;
      const first = value.find((byte) => !blankBytes.has(byte));
      if (first !== undefined && documentBytes.has(first)) {
        throw new ServiceError(failureInPlaceOfEvents(await readAnswer(exchange, clock, withFirst(value, bytes)), refusalIn));
      }
      isBlank = first === undefined;
      yield value;
    }
    yield* bytes;
  } finally {
    await bytes.return();
  }
}

async function* withFirst<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield first;
  yield* others;
}

/** What stands in a stream's place, by its own words before its status; a body that is whole but no stream, by its type. */
function failureInPlaceOfEvents(answer: JsonAnswer, refusalIn: RefusalIn): Failure {
  const failure = refusalIn(answer) ?? answer.failure;
  const isOfOtherType = failure === null || (failure.kind === 'unexpectedAnswer' && failure.what === 'invalidJson');
  return isOfOtherType ? { kind: 'unexpectedAnswer', what: 'contentType' } : failure;
}

/** Reads a body to its end within the deadline. A refusal is told by its status, which is known, whatever becomes of its body. */
async function readAnswer(exchange: Exchange, clock: Clock, chunks: AsyncIterable<Uint8Array> = readBytes(exchange)): Promise<JsonAnswer> {
  const { request, response } = exchange;
  const isRefusal = statusOf(response) < 200 || statusOf(response) > 299;
  const bounds = isRefusal
    ? { largest: largestRefusal, milliseconds: usualDeadline }
    : { largest: largestJson, milliseconds: request.deadlineMilliseconds ?? usualDeadline };
  const { text, brokenBy } = await readText(exchange, clock, chunks, bounds);
  if (brokenBy !== null && (!isRefusal || brokenBy.failure.kind === 'stopped')) throw brokenBy;
  const answer = jsonAnswer(exchange, text, brokenBy === null, clock.now());
  return answer.failure === null ? answer : { ...answer, failure: withoutEcho(answer.failure, sentTexts(request)) };
}

interface Bounds {
  /** Bytes. */
  readonly largest: number;
  readonly milliseconds: number;
}

interface ReadText {
  readonly text: string;
  /** Why there is no more of it; null where it is whole. */
  readonly brokenBy: ServiceError | null;
}

async function readText(exchange: Exchange, clock: Clock, chunks: AsyncIterable<Uint8Array>, { largest, milliseconds }: Bounds): Promise<ReadText> {
  const deadline = startSilenceTimer(clock, milliseconds, () => exchange.end());
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  try {
    for await (const bytes of chunks) {
      size += bytes.byteLength;
      if (size > largest) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'tooBig' });
      text += decoder.decode(bytes, { stream: true });
    }
    return { text: text + decoder.decode(), brokenBy: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isLate = deadline.expired() && error.failure.kind !== 'stopped';
    return { text, brokenBy: isLate ? new ServiceError({ kind: 'tooSlow', seconds: Math.round(milliseconds / 1000) }) : error };
  } finally {
    deadline.end();
  }
}

/** A browser's runtime hides the status of a redirect that was not followed. */
function statusOf(response: Response): number {
  return response.type === 'opaqueredirect' ? 302 : response.status;
}

function jsonAnswer({ response, host }: Exchange, text: string, isWhole: boolean, now: number): JsonAnswer {
  const { headers } = response;
  const status = statusOf(response);
  const html = mediaType(response) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);
  const body = isWhole ? parseJson(text) : undefined;
  if (status < 200 || status > 299) {
    return { status, body, failure: failureOfAnswer({ status, headers, body, beginning: isWhole ? '' : text, host, html, now }) };
  }
  if (body !== undefined) return { status, body, failure: null };
  if (html) return { status, body, failure: { kind: 'loginPage', host } };
  return { status, body, failure: { kind: 'unexpectedAnswer', what: text.trim() === '' ? 'empty' : 'invalidJson' } };
}

/** What must not come back as the code of a failure: the credential, and the texts of the body's fields. */
function sentTexts({ credential, body }: HttpRequest): string[] {
  const fields = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return [...(credential === null ? [] : [secretIn(credential).reveal()]), ...fields.filter((field) => typeof field === 'string')];
}

export function secretIn(credential: Credential): Secret {
  return credential.kind === 'bearer' ? credential.token : credential.key;
}

function timeIn(headers: Headers): number | null {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? null : time;
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
