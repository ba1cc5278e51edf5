// Knows how the windows of one person count together what the API key has spent: one file, added to under a lease, so that
// no addition is lost. It does not know what follows at the cap. Part of the start path, so it loads no schema.
import { type DaySpending, type KeySpending, localDay, parseDaySpending, spentOnDay, withSpending } from '../core/chat/key-spending.ts';
import { type Clock, systemClock } from '../core/ports.ts';
import { readSharedNow, writeShared } from './shared-files.ts';

/** An addition takes a moment. */
const leaseMilliseconds = 5000;

export class SpendingFile implements KeySpending {
  readonly #file: string;
  readonly #clock: Clock;
  /** The most that this window has read: a count never falls on one day, also where the file cannot be read for a moment. */
  #read: DaySpending | null = null;
  /** What this window has spent and not written yet. It counts here at once, and for as long as the disk refuses it. */
  #unwritten: DaySpending | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** @param file an absolute path in a folder that all windows share; the folder is made when missing */
  constructor(file: string, clock: Clock = systemClock) {
    this.#file = file;
    this.#clock = clock;
  }

  get today(): number {
    const now = this.#clock.now();
    return this.#counted(now).tokens + spentOnDay(this.#unwritten, now);
  }

  add(tokens: number): void {
    if (tokens === 0) return;
    this.#unwritten = withSpending(this.#unwritten, tokens, this.#clock.now());
    this.#writing = this.#writing.then(() => this.#write());
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      const { createFileLease } = await import('./waiting-lease.ts');
      await createFileLease(`${this.#file}.lease`, this.#clock, leaseMilliseconds).run(async () => {
        const now = this.#clock.now();
        const added = spentOnDay(this.#unwritten, now);
        if (added === 0) return;
        const total = withSpending(this.#counted(now), added, now);
        await writeShared(this.#file, JSON.stringify(total));
        this.#read = total;
        this.#unwritten = withSpending(this.#unwritten, -added, now);
      });
    } catch {
      // It stays counted in this window, and goes to the file with the next addition.
    }
  }

  /** What the windows have written for the day of `now`. The file is tiny and is read at once: a cap must not lag behind. */
  #counted(now: number): DaySpending {
    const stored = spentOnDay(parseDaySpending(parsed(readSharedNow(this.#file))), now);
    this.#read = { day: localDay(now), tokens: Math.max(stored, spentOnDay(this.#read, now)) };
    return this.#read;
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
