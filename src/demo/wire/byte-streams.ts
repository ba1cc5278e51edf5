// Response bodies from generators, pauses that end early when nobody listens any more, and event text.
import { setTimeout as delay } from 'node:timers/promises';

const encoder = new TextEncoder();
export const encoded = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Waits; ends early, without an error, when the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch {
    // Only the signal can end the delay, and its owner looks at the signal itself.
  }
}

/** Waits until the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/**
 * A body that takes from the generator only what the connection asks for. When the client leaves, `gone` is aborted
 * first, so that a generator that waits can end, and then the generator is closed.
 */
export function bodyFrom(
  generate: (gone: AbortSignal) => AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const gone = new AbortController();
  const chunks = generate(gone.signal);
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await chunks.next();
        if (gone.signal.aborted) return;
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        gone.abort();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Cuts a byte stream of server-sent events into its events, each with the blank line that ends it. */
export async function* eventTexts(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    rest += decoder.decode(chunk, { stream: true });
    const pieces = rest.split('\n\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) yield `${piece}\n\n`;
  }
  if (rest !== '') yield rest;
}
