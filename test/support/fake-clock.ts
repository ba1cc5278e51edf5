// Knows a clock whose time moves only when a test says so, and tells which timers wait for it.
import type { Clock } from '../../src/core/ports.ts';

interface Timer {
  readonly due: number;
  readonly delay: number;
  readonly action: () => void;
}

export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();
  readonly #watchers = new Set<(timer: Timer) => void>();

  constructor(now = Date.UTC(2026, 0, 15, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): () => void {
    const timer: Timer = { due: this.#now + milliseconds, delay: milliseconds, action };
    this.#timers.add(timer);
    for (const watcher of this.#watchers) watcher(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves the time and calls every timer that falls due, in order, with the time standing at its instant. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#nextUntil(end); next !== undefined; next = this.#nextUntil(end)) {
      this.#now = next.due;
      this.#timers.delete(next);
      next.action();
    }
    this.#now = end;
  }

  /** The delay of the first waiting timer that is shorter than `limit`, as soon as there is one. */
  timerShorterThan(limit: number): Promise<number> {
    const waiting = [...this.#timers].find(({ delay }) => delay < limit);
    if (waiting !== undefined) return Promise.resolve(waiting.delay);
    return new Promise((resolve) => {
      const watcher = ({ delay }: Timer): void => {
        if (delay >= limit) return;
        this.#watchers.delete(watcher);
        resolve(delay);
      };
      this.#watchers.add(watcher);
    });
  }

  #nextUntil(end: number): Timer | undefined {
    return [...this.#timers].filter(({ due }) => due <= end).sort((left, right) => left.due - right.due)[0];
  }
}
