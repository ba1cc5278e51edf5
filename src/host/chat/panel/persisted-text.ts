// A text that survives a reload or a crash: in a file of its own, since VS Code writes its own state only now and then.
import { type Files, type Log, WriteError } from '../../../core/ports.ts';

export class PersistedText {
  readonly #files: Files;
  readonly #name: string;
  readonly #log: Log;
  #text: string;
  #writing: Promise<void> = Promise.resolve();

  private constructor(files: Files, name: string, text: string, log: Log) {
    this.#files = files;
    this.#name = name;
    this.#text = text;
    this.#log = log;
  }

  /** Never rejects: what cannot be read is empty. `name` is the file's. */
  static async open(files: Files, name: string, log: Log): Promise<PersistedText> {
    const text = await files.read(name).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => '',
    );
    return new PersistedText(files, name, text, log);
  }

  get text(): string {
    return this.#text;
  }

  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#writing = this.#writing.then(() => this.#replace(text));
  }

  /** Resolves when the last text is on disk, or cannot get there. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #replace(text: string): Promise<void> {
    // A later one is queued already.
    if (text !== this.#text) return;
    try {
      await this.#files.replace(this.#name, text);
    } catch (error) {
      this.#log.warn(`${this.#name} could not be written: ${error instanceof WriteError ? error.refusal : 'unknown'}`);
    }
  }
}

/** What was typed, queued and proposed when the window was loaded last. */
export async function openTexts(
  files: Files,
  log: Log,
): Promise<Record<'draft' | 'waiting' | 'changes', PersistedText>> {
  const [draft, waiting, changes] = await Promise.all([
    PersistedText.open(files, 'draft.txt', log),
    PersistedText.open(files, 'ready.json', log),
    PersistedText.open(files, 'changes.json', log),
  ]);
  return { draft, waiting, changes };
}
