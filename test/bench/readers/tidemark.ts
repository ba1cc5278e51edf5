// The client's own reader, event by event, its text joined.
import type { StreamReader } from '../stream-reader.ts';
import { tidemarkEvents } from './tidemark-stream.ts';

export const reader: StreamReader = {
  async read(base) {
    let text = '';
    for await (const event of tidemarkEvents(base)) {
      if (event.kind === 'textAdded') text += event.text;
      else if (event.kind === 'failed') throw new Error(`The stream failed: ${event.failure.kind}`);
    }
    return { kind: 'text', text };
  },
};
