// A folder in which two processes leave each other messages, each once, and wait for them.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const patienceMilliseconds = 60_000;

export class MessageBoard {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async say(word: string, value = ''): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#file(`${word}.draft`), value);
    await rename(this.#file(`${word}.draft`), this.#file(word));
  }

  /** Resolves with what was left under this word, now or later; rejects after a minute. */
  async hear(word: string): Promise<string> {
    const patienceEnds = Date.now() + patienceMilliseconds;
    while (!existsSync(this.#file(word))) {
      if (Date.now() > patienceEnds) throw new Error(`Nobody has said "${word}".`);
      await pause(10);
    }
    return readFile(this.#file(word), 'utf8');
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}
