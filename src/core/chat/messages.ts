// Knows the event stream of the message endpoint: bytes in, a closed union of events with exactly one terminal event
// out. It does not accumulate text (see conversation.ts) and repeats nothing. @see service-interface section 6
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Connection } from '../service/connection.ts';
import { type Failure, failureOf, ServiceError } from '../service/errors.ts';
import { type MessageEndpoint, messageHttpRequest, type MessageRequest } from './message-request.ts';
import { noUsage, parseStreamEvent, type Usage } from './stream-event.ts';

/** How a stream ended; every stream yields exactly one of these, last. */
export type MessageEnd =
  | { readonly kind: 'done'; readonly stopReason: string | null; readonly usage: Usage }
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
 * Sends a request and yields what comes back. Never throws but for faults of our own: a failure is the last event.
 * Aborting `signal` closes the socket at once and ends the stream with `stopped`.
 */
export async function* streamMessage(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<MessageEvent, void, undefined> {
  let usage = noUsage;
  let stopReason: string | null = null;
  try {
    const bytes = await connection.http.eventStream(messageHttpRequest(connection, endpoint, request, signal));
    for await (const messages of parsedMessages(bytes)) {
      for (const message of messages) {
        // Chunks in flight when the person pressed Stop are not shown.
        if (signal.aborted) throw new ServiceError({ kind: 'stopped' });
        const event = parseStreamEvent(message);
        switch (event.kind) {
          case 'usageReported':
            usage = { ...usage, ...event.usage };
            stopReason = event.stopReason ?? stopReason;
            break;
          case 'messageStopped':
            yield { kind: 'done', stopReason, usage };
            return;
          case 'errorReported':
            throw new ServiceError(event.failure);
          case 'skipped':
            break;
          case 'started':
            usage = { ...usage, ...event.usage };
            yield { kind: 'started', model: event.model };
            break;
          default:
            yield event;
        }
      }
    }
    throw new ServiceError({ kind: 'cut' });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    yield failure.kind === 'stopped' ? { kind: 'stopped', usage } : { kind: 'failed', failure, usage };
  }
}

/**
 * One array for each chunk of bytes, so that a burst of small events costs one turn of the loop. What an event says is
 * read by the caller one by one: an event that cannot be read must not take those before it along.
 */
async function* parsedMessages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly EventSourceMessage[], void, undefined> {
  // The parser strips the one leading byte order mark that the standard allows; the decoder must not strip another.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let messages: EventSourceMessage[] = [];
  const buffer = { overrun: false };
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent: (message) => messages.push(message),
    onError: ({ type }) => {
      // A field nobody knows is skipped, as the standard says; only an overrun ends the stream.
      if (type === 'max-buffer-size-exceeded') buffer.overrun = true;
    },
  });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (messages.length > 0) yield messages;
    if (buffer.overrun) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'tooBig' });
    messages = [];
  }
}
