// The event stream of the message endpoint: bytes in, events out, of which exactly one is terminal, the last. Nothing
// is repeated. @see docs/service.md#6
import type { EventSourceMessage } from 'eventsource-parser';
import type { Connection } from '../../../service/http/connection.ts';
import { type Failure, failureOf } from '../../../service/failure/errors.ts';
import { isEcho, withoutEcho } from '../../../service/failure/failure-code.ts';
import { secretIn } from '../../../service/credentials/credential.ts';
import { noteFailure } from '../../../service/http/failure-log.ts';
import type { JsonAnswer } from '../../../service/http/http.ts';
import { ArrivingBlocks } from './arriving-blocks.ts';
import type { BlockEvent } from '../blocks.ts';
import { createEventSourceReader } from './event-source.ts';
import { type MessageEndpoint, messageHttpRequest, messageRefusal } from '../request.ts';
import type { MessageRequest } from '../message.ts';
import { noUsage, parseStreamEvent, type StopReason, type StreamEvent, type Usage } from './stream-event.ts';

/** How an answer ended; every one yields exactly one of these, last. */
export type AnswerEnd =
  | { readonly kind: 'done'; readonly stopReason: StopReason | null; readonly usage: Usage }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: Usage }
  | { readonly kind: 'stopped'; readonly usage: Usage };

export type AnswerEvent = { readonly kind: 'started'; readonly model: string | null } | BlockEvent | AnswerEnd;

/** Characters of one unfinished event; a delta beyond this is no answer any more. */
const largestEvent = 32 * 1024 * 1024;

/**
 * Sends a request, once the first event is asked for, and gives what comes back. Never throws but for faults of our
 * own: a failure is the last event. Aborting `signal` closes the socket at once and ends the stream with `stopped`.
 */
export function streamMessage(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const sent = messageHttpRequest(connection, endpoint, request, signal);
  const note = (failure: Failure): void => noteFailure(connection.log, sent, 200, failure);
  const answer = new ArrivingAnswer(secretIn(endpoint.credential).reveal(), note);
  const refusalIn = (refused: JsonAnswer): Failure | null => messageRefusal(connection.profile, refused);
  const open = (): Promise<AsyncIterable<Uint8Array>> => connection.http.eventStream(sent, refusalIn);
  return new MessageStream(answer, arrivals(answer, open, signal));
}

/**
 * Feeds an answer and yields after each chunk of bytes, until the answer is ended; returning early closes the socket.
 */
async function* arrivals(
  answer: ArrivingAnswer,
  open: () => Promise<AsyncIterable<Uint8Array>>,
  signal: AbortSignal,
): AsyncGenerator<undefined, void, undefined> {
  const stop = (): void => answer.stop();
  signal.addEventListener('abort', stop);
  let hasBegun = false;
  try {
    const chunks = await open();
    hasBegun = true;
    for await (const bytes of chunks) {
      answer.feed(bytes);
      yield;
      if (answer.ended) return;
    }
    answer.fail({ kind: 'cut' });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (hasBegun) answer.fail(failure);
    else answer.refuse(failure);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Gives an answer's events one by one. It is an async generator written by hand: what has arrived is handed out without
 * the turns of the loop that `yield` costs, which at a few hundred small events a chunk is a good part of all the work.
 */
class MessageStream implements AsyncGenerator<AnswerEvent, void, undefined> {
  readonly #answer: ArrivingAnswer;
  readonly #arrivals: AsyncGenerator<undefined, void, undefined>;

  constructor(answer: ArrivingAnswer, arriving: AsyncGenerator<undefined, void, undefined>) {
    this.#answer = answer;
    this.#arrivals = arriving;
  }

  next(): Promise<IteratorResult<AnswerEvent, void>> {
    const event = this.#answer.take();
    return event === undefined ? this.#afterArrival() : Promise.resolve({ done: false, value: event });
  }

  async #afterArrival(): Promise<IteratorResult<AnswerEvent, void>> {
    for (;;) {
      const { done } = await this.#arrivals.next();
      const event = this.#answer.take();
      if (event !== undefined) return { done: false, value: event };
      if (done === true) return { done, value: undefined };
    }
  }

  async return(): Promise<IteratorReturnResult<void>> {
    this.#answer.abandon();
    await this.#arrivals.return();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<never> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/** What has arrived of an answer and was not taken yet. Its last event is its one end; what comes later is not read. */
class ArrivingAnswer {
  /** The credential, which no event of the answer may repeat. */
  readonly #sent: string;
  readonly #note: (failure: Failure) => void;
  readonly #source = createEventSourceReader(
    largestEvent,
    (message) => this.#read(message),
    () => this.fail({ kind: 'unexpectedAnswer', what: 'tooBig' }),
  );
  readonly #events: AnswerEvent[] = [];
  readonly #blocks = new ArrivingBlocks((event) => this.#events.push(event));
  #taken = 0;
  #ended = false;
  #usage = noUsage;
  #stopReason: StopReason | null = null;

  constructor(sent: string, note: (failure: Failure) => void) {
    this.#sent = sent;
    this.#note = note;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The next event, or undefined until more has arrived. */
  take(): AnswerEvent | undefined {
    const event = this.#events[this.#taken];
    if (event !== undefined) this.#taken += 1;
    return event;
  }

  feed(bytes: Uint8Array): void {
    if (this.#taken === this.#events.length) this.#clear();
    this.#source.feed(bytes);
  }

  /** What has begun to arrive goes wrong. */
  fail(failure: Failure): void {
    if (!this.#ended) this.#note(withoutEcho(failure, [this.#sent]));
    this.refuse(failure);
  }

  /** Nothing arrives at all: why, the request has noted. */
  refuse(failure: Failure): void {
    const usage = this.#usage;
    this.#end(
      failure.kind === 'stopped'
        ? { kind: 'stopped', usage }
        : { kind: 'failed', failure: withoutEcho(failure, [this.#sent]), usage },
    );
  }

  /** Nobody takes any more. */
  abandon(): void {
    this.#clear();
    this.#ended = true;
  }

  /** What was in flight when the person pressed Stop is not shown. */
  stop(): void {
    if (this.#ended && this.#taken === this.#events.length) return;
    this.abandon();
    this.#events.push({ kind: 'stopped', usage: this.#usage });
  }

  #clear(): void {
    this.#events.length = 0;
    this.#taken = 0;
  }

  #end(end: AnswerEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#events.push(end);
  }

  /** An event that cannot be read ends the answer, and does not take those before it along. */
  #read(message: EventSourceMessage): void {
    if (this.#ended) return;
    try {
      this.#apply(parseStreamEvent(message));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      this.fail(failure);
    }
  }

  #apply(event: StreamEvent): void {
    switch (event.kind) {
      case 'textAdded':
      case 'thinkingAdded':
      case 'signatureAdded':
      case 'toolInputAdded':
        this.#blocks.add(event);
        break;
      case 'blockBegun':
        this.#blocks.begin(event.number, event.block);
        break;
      case 'blockStopped':
        this.#blocks.end(event.number);
        break;
      case 'started':
        this.#usage = { ...this.#usage, ...event.usage };
        this.#events.push({
          kind: 'started',
          model: event.model !== null && isEcho(event.model, [this.#sent]) ? null : event.model,
        });
        break;
      case 'usageReported':
        this.#usage = { ...this.#usage, ...event.usage };
        this.#stopReason = event.stopReason ?? this.#stopReason;
        break;
      case 'messageStopped':
        this.#blocks.endAll();
        this.#end({ kind: 'done', stopReason: this.#stopReason, usage: this.#usage });
        break;
      case 'errorReported':
        this.fail(event.failure);
        break;
      case 'skipped':
        break;
    }
  }
}
