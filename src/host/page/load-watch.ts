// Loads a page again that does not come. On a busy machine VS Code now and then leaves a webview empty that was hidden
// and shown again, and nothing else would ever fill it.
import type { Clock } from '../../core/ports.ts';

/** Far more than a page takes to load; what has not come by then does not come any more. */
const patienceMilliseconds = 8_000;
/** Where it is no accident, loading again and again helps nobody. */
const mostTries = 3;

export class LoadWatch {
  readonly #clock: Clock;
  readonly #load: () => void;
  #stopWaiting = (): void => undefined;

  constructor(clock: Clock, load: () => void) {
    this.#clock = clock;
    this.#load = load;
  }

  /** The person is to see the page from now on. */
  expect(tries = mostTries): void {
    this.stop();
    if (tries === 0) return;
    this.#stopWaiting = this.#clock.after(patienceMilliseconds, () => {
      this.#load();
      this.expect(tries - 1);
    });
  }

  /** It has come, or nobody waits for it any more. */
  stop(): void {
    this.#stopWaiting();
  }
}
