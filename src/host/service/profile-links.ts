// Links that bring a profile. Any page can open them, one after another, so that one at a time is asked about and the
// others are dropped.
import type { Log } from '../../core/ports.ts';

export class ProfileLinks {
  readonly #ask: (query: string) => Promise<void>;
  readonly #log: Log;
  #isAsking = false;

  /** @param ask about the profile in a link's query, and connects where the person says so; never rejects */
  constructor(ask: (query: string) => Promise<void>, log: Log) {
    this.#ask = ask;
    this.#log = log;
  }

  /** Resolves when it was asked about, or dropped. Never rejects. */
  async take(query: string): Promise<void> {
    if (this.#isAsking) {
      this.#log.warn('A link to a service came while another one was asked about, and was dropped.');
      return;
    }
    this.#isAsking = true;
    try {
      await this.#ask(query);
    } finally {
      this.#isAsking = false;
    }
  }
}
