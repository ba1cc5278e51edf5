// The bytes of an event stream as its events.
// @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface EventSourceReader {
  /** Takes the next bytes, cut anywhere, and tells of every event that they complete before it returns. */
  readonly feed: (bytes: Uint8Array) => void;
}

/**
 * `onOverrun` is called once, when an unfinished event outgrows `largestEvent` characters; nothing may be fed after it.
 */
export function createEventSourceReader(
  largestEvent: number,
  onEvent: (event: EventSourceMessage) => void,
  onOverrun: () => void,
): EventSourceReader {
  // The parser strips the one leading byte order mark that the standard allows; the decoder must not strip another.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parser = createParser({
    maxBufferSize: largestEvent,
    onEvent,
    onError: ({ type }) => {
      // A field nobody knows is skipped, as the standard says.
      if (type === 'max-buffer-size-exceeded') onOverrun();
    },
  });
  return { feed: (bytes) => parser.feed(decoder.decode(bytes, { stream: true })) };
}
