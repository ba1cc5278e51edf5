// Knows a memento in memory, for what would lie in VS Code's global state.
import type { Memento } from 'vscode';

export class MemoryMemento implements Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get(key: string, defaultValue?: unknown): unknown {
    return this.#values.get(key) ?? defaultValue;
  }

  update(key: string, value: unknown): Thenable<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}
