// A store of plan records in memory that several watches share, as windows share files.
import {
  formatRecord,
  parseRecord,
  type PlanRecord,
  type PlanStore,
} from '../../../src/core/plan/watch/plan-record.ts';

export class MemoryPlanStore implements PlanStore {
  readonly #texts = new Map<string, string>();
  readonly #held = new Set<string>();
  readonly #listeners = new Set<(account: string) => void>();

  /** Through the text, as it would lie in a file. */
  async read(account: string): Promise<PlanRecord | null> {
    const text = this.#texts.get(account);
    return Promise.resolve(text === undefined ? null : parseRecord(text));
  }

  async write(account: string, record: PlanRecord): Promise<void> {
    this.#texts.set(account, formatRecord(record));
    for (const listener of this.#listeners) listener(account);
    return Promise.resolve();
  }

  async lease(account: string): Promise<(() => Promise<void>) | null> {
    if (this.#held.has(account)) return Promise.resolve(null);
    this.#held.add(account);
    return Promise.resolve(() => {
      this.#held.delete(account);
      return Promise.resolve();
    });
  }

  onChange(listener: (account: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
