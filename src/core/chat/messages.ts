// Knows the event stream of the message endpoint: bytes in, a closed union of events with exactly one terminal event
// out. It does not accumulate text (see conversation.ts) and repeats nothing. @see service-interface section 6
import type { EventSourceMessage } from 'eventsource-parser';
import type { Connection } from '../service/connection.ts';
import { type Failure, failureOf } from '../service/errors.ts';
import { isEcho, withoutEcho } from '../service/failure-code.ts';
import { type JsonAnswer, secretIn } from '../service/http.ts';
import { createEventSourceReader } from './event-source.ts';
import { type MessageEndpoint, messageHttpRequest, messageRefusal, type MessageRequest } from './message-request.ts';
import { noUsage, parseStreamEvent, type StopReason, type StreamEvent, type Usage } from './stream-event.ts';

/** How a stream ended; every stream yields exactly one of these, last. */
export type MessageEnd =
  | { readonly kind: 'done'; readonly stopReason: StopReason | null; readonly usage: Usage }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly usage: Usage }
  | { readonly kind: 'stopped'; readonly usage: Usage };

export type MessageEvent =
  | { readonly kind: 'started'; readonly model: string | null }
  | { readonly kind: 'textAdded'; readonly text: string }
  | { readonly kind: 'thinkingAdded'; readonly text: string }
  | { readonly kind: 'toolInputAdded'; readonly index: number; readonly json: string }
  | { readonly kind: 'blockStarted'; readonly index: number; readonly block: string }
  | { readonly kind: 'blockStopped'; readonly index: number }
  | MessageEnd;

/** Characters of one unfinished event; a delta beyond this is no answer any more. */
const largestEvent = 32 * 1024 * 1024;

/**
 * Sends a request, once the first event is asked for, and gives what comes back. Never throws but for faults of our own: a
 * failure is the last event. Aborting `signal` closes the socket at once and ends the stream with `stopped`.
 */
export function streamMessage(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<MessageEvent, void, undefined> {
  const answer = new ArrivingAnswer(secretIn(endpoint.credential).reveal());
  const refusalIn = (refused: JsonAnswer): Failure | null => messageRefusal(connection.profile, refused);
  const open = (): Promise<AsyncIterable<Uint8Array>> =>
    connection.http.eventStream(messageHttpRequest(connection, endpoint, request, signal), refusalIn);
  return new MessageStream(answer, arrivals(answer, open, signal));
}

/** Feeds an answer and yields after each chunk of bytes, until the answer is ended; returning early closes the socket. */
async function* arrivals(
  answer: ArrivingAnswer,
  open: () => Promise<AsyncIterable<Uint8Array>>,
  signal: AbortSignal,
): AsyncGenerator<undefined, void, undefined> {
  const stop = (): void => answer.stop();
  signal.addEventListener('abort', stop);
  try {
    for await (const bytes of await open()) {
      answer.feed(bytes);
      yield;
      if (answer.ended) return;
    }
    answer.fail({ kind: 'cut' });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    answer.fail(failure);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Gives an answer's events one by one. It is an async generator written by hand: what has arrived is handed out without
 * the turns of the loop that `yield` costs, which at a few hundred small events a chunk is a good part of all the work.
 */
class MessageStream implements AsyncGenerator<MessageEvent, void, undefined> {
  readonly #answer: ArrivingAnswer;
  readonly #arrivals: AsyncGenerator<undefined, void, undefined>;

  constructor(answer: ArrivingAnswer, arriving: AsyncGenerator<undefined, void, undefined>) {
    this.#answer = answer;
    this.#arrivals = arriving;
  }

  next(): Promise<IteratorResult<MessageEvent, void>> {
    const event = this.#answer.take();
    return event === undefined ? this.#afterArrival() : Promise.resolve({ done: false, value: event });
  }

  async #afterArrival(): Promise<IteratorResult<MessageEvent, void>> {
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
  /** The credential, which nothing that is told of the answer may repeat. */
  readonly #sent: string;
  readonly #source = createEventSourceReader(
    largestEvent,
    (message) => this.#read(message),
    () => this.fail({ kind: 'unexpectedAnswer', what: 'tooBig' }),
  );
  readonly #events: MessageEvent[] = [];
  #taken = 0;
  #ended = false;
  #usage = noUsage;
  #stopReason: StopReason | null = null;

  constructor(sent: string) {
    this.#sent = sent;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The next event, or undefined until more has arrived. */
  take(): MessageEvent | undefined {
    const event = this.#events[this.#taken];
    if (event !== undefined) this.#taken += 1;
    return event;
  }

  feed(bytes: Uint8Array): void {
    if (this.#taken === this.#events.length) this.#clear();
    this.#source.feed(bytes);
  }

  fail(failure: Failure): void {
    const usage = this.#usage;
    this.#end(failure.kind === 'stopped' ? { kind: 'stopped', usage } : { kind: 'failed', failure: withoutEcho(failure, [this.#sent]), usage });
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

  #end(end: MessageEnd): void {
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
      case 'toolInputAdded':
      case 'blockStarted':
      case 'blockStopped':
        this.#events.push(event);
        break;
      case 'started':
        this.#usage = { ...this.#usage, ...event.usage };
        this.#events.push({ kind: 'started', model: event.model !== null && isEcho(event.model, [this.#sent]) ? null : event.model });
        break;
      case 'usageReported':
        this.#usage = { ...this.#usage, ...event.usage };
        this.#stopReason = event.stopReason ?? this.#stopReason;
        break;
      case 'messageStopped':
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
