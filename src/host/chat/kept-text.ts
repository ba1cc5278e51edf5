// Knows where a text is kept over a reload or a crash: in a file of its own, since VS Code writes its own state only now and
// then. It does not know what the text says.
import * as vscode from 'vscode';
import type { Log } from '../../core/ports.ts';

const { fs } = vscode.workspace;

export class KeptText {
  readonly #folder: vscode.Uri;
  readonly #name: string;
  readonly #log: Log;
  #text: string;
  #writing: Promise<void> = Promise.resolve();

  private constructor(folder: vscode.Uri, name: string, text: string, log: Log) {
    this.#folder = folder;
    this.#name = name;
    this.#text = text;
    this.#log = log;
  }

  /** Never rejects: what cannot be read is empty. `name` is the file's. */
  static async open(folder: vscode.Uri, name: string, log: Log): Promise<KeptText> {
    const text = await fs.readFile(vscode.Uri.joinPath(folder, name)).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => '',
    );
    return new KeptText(folder, name, text, log);
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
      await fs.createDirectory(this.#folder);
      await fs.writeFile(vscode.Uri.joinPath(this.#folder, this.#name), new TextEncoder().encode(text));
    } catch (error) {
      this.#log.warn(`${this.#name} could not be written: ${error instanceof vscode.FileSystemError ? error.code : 'unknown'}`);
    }
  }
}
