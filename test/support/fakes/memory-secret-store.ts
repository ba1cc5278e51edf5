// A secret store in memory that a test can look into and whose order of writes it can read.
import type { SecretStore } from '../../../src/core/ports.ts';

export class MemorySecretStore implements SecretStore {
  readonly values = new Map<string, string>();
  /** `store key` or `delete key`, in the order of the calls. */
  readonly writes: string[] = [];

  constructor(values: Readonly<Record<string, string>> = {}) {
    for (const [key, value] of Object.entries(values)) this.values.set(key, value);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    this.writes.push(`store ${key}`);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.values.delete(key);
    this.writes.push(`delete ${key}`);
    return Promise.resolve();
  }

  keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.values.keys()]);
  }
}
