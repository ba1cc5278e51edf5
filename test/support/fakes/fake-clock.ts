// A clock whose time moves only when a test says so, and tells which timers wait for it.
import type { Clock } from '../../../src/core/ports.ts';

interface Timer {
  readonly due: number;
  readonly delay: number;
  readonly action: () => void;
}

export class FakeClock implements Clock {
  #now: number;
  #monotonic = 1_000_000;
  readonly #timers = new Set<Timer>();
  readonly #watchers = new Set<(timer: Timer) => void>();

  constructor(now = Date.UTC(2026, 0, 15, 12)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(milliseconds: number, action: () => void): () => void {
    const timer: Timer = { due: this.#monotonic + milliseconds, delay: milliseconds, action };
    this.#timers.add(timer);
    for (const watcher of this.#watchers) watcher(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves the time and calls every timer that falls due, in order, at its instant. */
  advance(milliseconds: number): void {
    const end = this.#monotonic + milliseconds;
    for (let next = this.#nextUntil(end); next !== undefined; next = this.#nextUntil(end)) {
      this.#move(Math.max(0, next.due - this.#monotonic));
      this.#timers.delete(next);
      next.action();
    }
    this.#move(end - this.#monotonic);
  }

  /** Somebody sets the time of day, back where `milliseconds` is negative. No timer cares. */
  setWallClock(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /**
   * The machine sleeps, on a system that counts its sleep: the whole time has passed when the timers that fell due
   * meanwhile are called, each once. Returns how many were called.
   */
  sleep(milliseconds: number): number {
    this.#move(milliseconds);
    const due = [...this.#timers]
      .filter((timer) => timer.due <= this.#monotonic)
      .sort((left, right) => left.due - right.due);
    for (const timer of due) if (this.#timers.delete(timer)) timer.action();
    return due.length;
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

  #move(milliseconds: number): void {
    this.#now += milliseconds;
    this.#monotonic += milliseconds;
  }

  #nextUntil(end: number): Timer | undefined {
    return [...this.#timers].filter(({ due }) => due <= end).sort((left, right) => left.due - right.due)[0];
  }
}
