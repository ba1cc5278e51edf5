// Something that is read anew where it may have changed: once for all that happens at about the same time, and what was
// begun before and ends later is dropped.

import type { Clock } from '../../../core/ports.ts';

/** A selection grows with every move of the mouse. */
const restMilliseconds = 150;

export class DebouncedReading<Value> {
  readonly #read: () => Promise<Value>;
  readonly #changed: () => void;
  #value: Value;
  readonly #clock: Clock;
  #cancel: () => void = () => undefined;
  #begun = 0;

  /**
   * @param read must not reject.
   * @param changed is called after each reading that counts.
   */
  constructor(initial: Value, read: () => Promise<Value>, changed: () => void, clock: Clock) {
    this.#value = initial;
    this.#read = read;
    this.#changed = changed;
    this.#clock = clock;
  }

  /** As it was read last. */
  get value(): Value {
    return this.#value;
  }

  soon(): void {
    this.#cancel();
    this.#cancel = this.#clock.after(restMilliseconds, () => void this.#now());
  }

  async #now(): Promise<void> {
    const begun = ++this.#begun;
    const value = await this.#read();
    if (begun !== this.#begun) return;
    this.#value = value;
    this.#changed();
  }

  dispose(): void {
    this.#cancel();
    this.#begun += 1;
  }
}
