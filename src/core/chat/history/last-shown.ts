// Which conversation a window showed last: in a file beside the conversations, written at once, since VS Code writes
// its own state late and a crash or a quick reload loses it.
import * as z from 'zod/mini';
import { idSchema, isId, storableTime, timeSchema } from '../../service/stored-fields.ts';
import { parseJson } from '../../service/json.ts';
import type { Clock, Files } from '../../ports.ts';

/** What VS Code remembers for a window. `update` may reject. */
export interface WindowState {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'tidemark.chat.shown';
const fileName = 'shown.json';
const shownSchema = z.object({ conversation: idSchema, at: timeSchema });
type Shown = z.infer<typeof shownSchema>;

export class LastShown {
  readonly #files: Files;
  readonly #state: WindowState;
  readonly #clock: Clock;
  #latest: Shown | null = null;
  #writing: Promise<void> | null = null;

  constructor(files: Files, state: WindowState, clock: Clock) {
    this.#files = files;
    this.#state = state;
    this.#clock = clock;
  }

  /**
   * The conversation's id; null where nothing is remembered. The later word counts, and the window's own of two. Never
   * rejects.
   */
  async read(): Promise<string | null> {
    const own = fromState(this.#state.get(key));
    const stored = await this.#files.read(fileName).then(fromFile, () => null);
    return (stored !== null && stored.at > (own?.at ?? -1) ? stored : own)?.conversation ?? null;
  }

  /** Remembers it from now on. Never throws, and never waits for the disk. */
  note(conversation: string): void {
    this.#latest = { conversation, at: storableTime(this.#clock.now()) };
    this.#state.update(key, this.#latest).then(undefined, () => undefined);
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
  }

  /** Resolves when the last one is on disk, or cannot get there. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    // Another may be shown while the file is being written. Where it cannot be, the window's own memory is left.
    while (this.#latest !== null) {
      const text = JSON.stringify(this.#latest);
      this.#latest = null;
      await this.#files.replace(fileName, text).catch(() => undefined);
    }
  }
}

function fromState(value: unknown): Shown | null {
  // The version before kept the id alone.
  if (isId(value)) return { conversation: value, at: 0 };
  return parseShown(value);
}

function fromFile(bytes: Uint8Array): Shown | null {
  return parseShown(parseJson(new TextDecoder().decode(bytes)));
}

function parseShown(value: unknown): Shown | null {
  const parsed = shownSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
