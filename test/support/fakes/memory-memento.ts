// A memento in memory.
import type { Memento } from 'vscode';

export class MemoryMemento implements Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get(key: string): undefined {
    // What was stored is of no type that a memento knows; its reader checks it.
    return this.#values.get(key) as undefined;
  }

  update(key: string, value: unknown): Thenable<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    return Promise.resolve();
  }
}
