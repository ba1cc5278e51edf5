// Knows where a text is kept over a reload or a crash: in a file of its own, since VS Code writes its own state only now and
// then. It does not know what the text says.
import { type Files, type Log, WriteError } from '../../core/ports.ts';

export class KeptText {
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
  static async open(files: Files, name: string, log: Log): Promise<KeptText> {
    const text = await files.read(name).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => '',
    );
    return new KeptText(files, name, text, log);
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text === this.#text) return;
    this.#text = text;
    this.#writing = this.#writing.then(() => this.#write(text));
  }

  /** Resolves when the last text is on disk, or cannot get there. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #write(text: string): Promise<void> {
    // A later one stands in line already.
    if (text !== this.#text) return;
    try {
      await this.#files.replace(this.#name, text);
    } catch (error) {
      this.#log.warn(`${this.#name} could not be written: ${error instanceof WriteError ? error.refusal : 'unknown'}`);
    }
  }
}
