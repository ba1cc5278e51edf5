// Reads what may change while it is read: who waits for a reading gets what holds after every change that had begun.
export class LatestReading {
  #changes = 0;

  /** What is being read now was asked for too early. */
  outdate(): void {
    this.#changes += 1;
  }

  /** Resolves with the first value in whose reading nothing was outdated and nobody else began to read. */
  async of<Value>(read: () => Promise<Value>): Promise<Value> {
    this.outdate();
    for (;;) {
      const changes = this.#changes;
      const value = await read();
      if (changes === this.#changes) return value;
    }
  }
}
