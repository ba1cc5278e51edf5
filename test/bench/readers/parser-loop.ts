// The loop of both rows that are built on eventsource-parser without a library above it: every event is handed on in
// the parser's own callback. It has no deadline, no size cap and no way to stop, which a client needs.
import { createParser } from 'eventsource-parser';
import { postedBody, type StreamReader } from '../stream-reader.ts';
import type { CheckedEvent } from './hand-check.ts';

/** A reader that makes of each event's JSON what `eventOf` says. */
export function parserReader(eventOf: (value: unknown) => CheckedEvent): StreamReader {
  return {
    async read(base) {
      const chunks = (await postedBody(base)).getReader();
      const decoder = new TextDecoder();
      let text = '';
      const end = { isSeen: false };
      const parser = createParser({
        onEvent({ data }) {
          const event = eventOf(JSON.parse(data));
          if (event.type === 'content_block_delta') text += event.delta.text;
          else if (event.type === 'message_stop') end.isSeen = true;
        },
      });
      for (;;) {
        const step = await chunks.read();
        if (step.done) break;
        parser.feed(decoder.decode(step.value, { stream: true }));
      }
      if (!end.isSeen) throw new Error('The stream ended without message_stop.');
      return { kind: 'text', text };
    },
  };
}
