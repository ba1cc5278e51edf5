// The floor: fetch and count bytes. It reads no event.
import { postedBody, type StreamReader } from '../stream-reader.ts';

export const reader: StreamReader = {
  async read(base) {
    const chunks = (await postedBody(base)).getReader();
    let count = 0;
    for (;;) {
      const step = await chunks.read();
      if (step.done) return { kind: 'bytes', count };
      count += step.value.byteLength;
    }
  },
};
