// Reads a body ahead of its consumer, so that what has arrived is not lost when the connection breaks.
import type { IdleTimeout } from './idle-timeout.ts';

/**
 * How much may be buffered before the connection has to wait: a consumer that never comes back must not fill the
 * memory.
 */
const mostBytes = 4 * 1024 * 1024;
const mostChunks = 4096;

type End = { readonly kind: 'whole' } | { readonly kind: 'broken'; readonly error: unknown };

/**
 * The chunks in order, then the error that ended them, where one did. The timer waits only while the taker does and
 * nothing is pending: whoever takes slowly is not taken for a service that has fallen silent.
 */
export async function* readAhead(
  body: ReadableStream<Uint8Array>,
  silence: IdleTimeout,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reading = new Reading(body, silence);
  try {
    for (;;) {
      const chunks = await reading.take();
      if (chunks === null) return;
      // By hand, since `yield*` would take turns of the loop to see that it is at the end, in which nobody waits yet.
      for (const chunk of chunks) yield chunk;
    }
  } finally {
    reading.leave();
  }
}

class Reading {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #silence: IdleTimeout;
  #ready: Uint8Array[] = [];
  #bytes = 0;
  #end: End | null = null;
  #isLeft = false;
  #onChange: () => void = () => undefined;
  #onRoom: () => void = () => undefined;

  constructor(body: ReadableStream<Uint8Array>, silence: IdleTimeout) {
    this.#reader = body.getReader();
    this.#silence = silence;
    silence.wait();
    void this.#fill();
  }

  /** All that is buffered, as soon as there is anything; null at the end. Rejects with what broke the body. */
  async take(): Promise<readonly Uint8Array[] | null> {
    if (this.#ready.length === 0 && this.#end === null) {
      this.#silence.wait();
      await new Promise<void>((resolve) => (this.#onChange = resolve));
    }
    this.#silence.pause();
    if (this.#ready.length === 0) {
      if (this.#end?.kind === 'broken') throw this.#end.error;
      return null;
    }
    const chunks = this.#ready;
    this.#ready = [];
    this.#bytes = 0;
    this.#onRoom();
    return chunks;
  }

  /** Nobody takes any more. */
  leave(): void {
    this.#isLeft = true;
    this.#onRoom();
    this.#reader.cancel().catch(() => undefined);
  }

  /** Never rejects. */
  async #fill(): Promise<void> {
    try {
      while (!this.#isLeft && this.#end === null) {
        const { done, value } = await this.#reader.read();
        if (done) this.#end = { kind: 'whole' };
        else await this.#put(value);
      }
    } catch (error) {
      this.#end = { kind: 'broken', error };
    }
    this.#onChange();
  }

  async #put(chunk: Uint8Array): Promise<void> {
    this.#silence.touch();
    this.#ready.push(chunk);
    this.#bytes += chunk.byteLength;
    this.#onChange();
    if (this.#bytes < mostBytes && this.#ready.length < mostChunks) return;
    await new Promise<void>((resolve) => (this.#onRoom = resolve));
  }
}
