// A fetch whose answer comes in exactly the chunks that a test gives, which no real network promises; for tests of what
// depends on where chunks begin and end.
import type { Fetch } from '../../../src/core/ports.ts';

/** Every request is answered with 200, this content type, and one read for each chunk, after `beforeChunk`. */
export function chunkedFetch(
  contentType: string,
  chunks: readonly (string | Uint8Array)[],
  beforeChunk = (): void => undefined,
): Fetch {
  return (_url, { signal }) => {
    const left = chunks.map((chunk) =>
      typeof chunk === 'string' ? new TextEncoder().encode(chunk) : Uint8Array.from(chunk),
    );
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(stream) {
          const next = left.shift();
          if (next === undefined) {
            stream.close();
            return;
          }
          beforeChunk();
          if (signal?.aborted === true) stream.error(signal.reason);
          else stream.enqueue(next);
        },
      },
      { highWaterMark: 0 },
    );
    return Promise.resolve(new Response(body, { headers: { 'content-type': contentType } }));
  };
}
