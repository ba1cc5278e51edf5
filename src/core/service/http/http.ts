// Reads an answer as JSON or as a stream, under a deadline and a size cap.
import type { Clock, Fetch } from '../../ports.ts';
import { type Failure, ServiceError } from '../failure/errors.ts';
import { secretsIn, withoutEcho } from '../failure/failure-code.ts';
import { failureOfAnswer } from '../failure/classify-failure.ts';
import { secretIn } from '../credentials/credential.ts';
import { parseJson } from '../json.ts';
import { type Exchange, type HttpRequest, mediaType, readBytes, send, statusOf } from './exchange.ts';
import { startIdleTimeout } from './idle-timeout.ts';

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
   * Resolves once an event stream has begun, with status 200 and no other; throws ServiceError otherwise, then and
   * while it is read. What came instead of a stream is first shown to `refusalIn`, since its body may say more than its
   * status.
   */
  readonly eventStream: (request: HttpRequest, refusalIn?: RefusalIn) => Promise<AsyncIterable<Uint8Array>>;
}

type RefusalIn = (answer: JsonAnswer) => Failure | null;

/** No JSON answer of the interface comes near this; what is larger is somebody else's. */
const largestJson = 8 * 1024 * 1024;
/** What an error has to say is short. */
const largestRefusal = 256 * 1024;
const usualDeadline = 60_000;
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
      if (response.status === 200 && mediaType(response) === 'text/event-stream')
        return readEvents(exchange, clock, refusalIn);
      throw errorInPlaceOfEvents(await readAnswer(exchange, clock), refusalIn);
    },
  };
}

/** Space, tab, the ends of a line, and the bytes of a byte order mark. */
const blankBytes: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
/** What JSON and pages begin with, and no line of an event. */
const documentBytes: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x3c]);

/** A stream's bytes. What calls itself a stream and begins as a document is reported by what it says. */
async function* readEvents(
  exchange: Exchange,
  clock: Clock,
  refusalIn: RefusalIn,
): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = readBytes(exchange);
  try {
    for (let isBlank = true; isBlank; ) {
      const { done, value } = await bytes.next();
      if (done === true) return;
      const first = value.find((byte) => !blankBytes.has(byte));
      if (first !== undefined && documentBytes.has(first)) {
        throw errorInPlaceOfEvents(await readAnswer(exchange, clock, withFirst(value, bytes)), refusalIn);
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

/** What came in place of a stream, by its body before its status; a body that is whole but no stream, by its type. */
function errorInPlaceOfEvents(answer: JsonAnswer, refusalIn: RefusalIn): ServiceError {
  const failure = refusalIn(answer) ?? answer.failure;
  const isOfOtherType = failure === null || (failure.kind === 'unexpectedAnswer' && failure.what === 'invalidJson');
  return new ServiceError(isOfOtherType ? { kind: 'unexpectedAnswer', what: 'contentType' } : failure, answer.status);
}

/**
 * Reads a body to its end within the deadline. A refusal is classified by its status, which is known, whatever becomes
 * of its body.
 */
async function readAnswer(
  exchange: Exchange,
  clock: Clock,
  chunks: AsyncIterable<Uint8Array> = readBytes(exchange),
): Promise<JsonAnswer> {
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

async function readText(
  exchange: Exchange,
  clock: Clock,
  chunks: AsyncIterable<Uint8Array>,
  { largest, milliseconds }: Bounds,
): Promise<ReadText> {
  const deadline = startIdleTimeout(clock, milliseconds, () => exchange.end());
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
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
    return {
      text,
      brokenBy: isLate ? new ServiceError({ kind: 'tooSlow', seconds: Math.round(milliseconds / 1000) }) : error,
    };
  } finally {
    deadline.end();
  }
}

function jsonAnswer({ response, host }: Exchange, text: string, isWhole: boolean, now: number): JsonAnswer {
  const { headers } = response;
  const status = statusOf(response);
  const html = mediaType(response) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);
  const body = isWhole ? parseJson(text) : undefined;
  if (status < 200 || status > 299) {
    return {
      status,
      body,
      failure: failureOfAnswer({ status, headers, body, beginning: isWhole ? '' : text, host, html, now }),
    };
  }
  if (body !== undefined) return { status, body, failure: null };
  if (html) return { status, body, failure: { kind: 'loginPage', host } };
  return { status, body, failure: { kind: 'unexpectedAnswer', what: text.trim() === '' ? 'empty' : 'invalidJson' } };
}

/** What must not come back as the code of a failure. */
function sentTexts({ credential, body }: HttpRequest): string[] {
  return [...(credential === null ? [] : [secretIn(credential).reveal()]), ...secretsIn(body)];
}

function timeIn(headers: Headers): number | null {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? null : time;
}
