// All answers that were given, in all windows of a person: day by day, one by one at first and later as totals.
import type { Clock, Log } from '../ports.ts';
import {
  type CountedAnswer,
  countedLine,
  type CountedDay,
  type DayTotal,
  localDay,
  parseCounted,
  tokensIn,
  totalsOf,
} from './counted-answer.ts';
import { errorName } from '../service/failure/error-name.ts';

/** The texts of all days, which all windows share. A day is named as `localDay` does. */
export interface DayTexts {
  /** As any window has written it last; null where it cannot be read now. Never throws: a cap must not lag behind. */
  readNow(day: string): string | null;
  /** Whole or not at all, behind what other windows append at the same time. Throws where it cannot. */
  appendNow(day: string, text: string): void;
  /** Rejects where it cannot. */
  replace(day: string, text: string): Promise<void>;
  days(): Promise<readonly string[]>;
  /** Never rejects. */
  deleteAll(): Promise<void>;
}

/** How long answers are kept one by one. */
const keptDays = 35;

export class CountedAnswers {
  readonly #texts: DayTexts;
  readonly #clock: Clock;
  readonly #log: Log;
  /** What could not be written yet. It counts here at once, and for as long as the disk refuses it. */
  #unwritten: readonly CountedAnswer[] = [];
  #today: ReadDay = new ReadDay('');

  constructor(texts: DayTexts, clock: Clock, log: Log) {
    this.#texts = texts;
    this.#clock = clock;
    this.#log = log;
  }

  /** Never throws. */
  add(answer: CountedAnswer): void {
    this.#unwritten = [...this.#unwritten, answer];
    try {
      while (this.#unwritten[0] !== undefined) {
        const [next] = this.#unwritten;
        this.#texts.appendNow(localDay(next.at), countedLine(next));
        this.#unwritten = this.#unwritten.slice(1);
      }
    } catch (error) {
      this.#log.warn(`An answer could not be counted on disk: ${errorName(error)}`);
    }
  }

  /** Tokens that API keys for this address have paid for since midnight, as the person's clock has it. */
  keyTokensToday(service: string): number {
    const day = localDay(this.#clock.now());
    if (this.#today.day !== day) this.#today = new ReadDay(day);
    this.#today.take(this.#texts.readNow(day));
    const unwritten = this.#unwritten.filter((one) => localDay(one.at) === day);
    return this.#today.keyTokens(service) + keyTokensIn(unwritten, service);
  }

  /**
   * The answers that ended after `from`, in milliseconds since the epoch, as far as they are still kept one by one;
   * oldest days first. Never rejects.
   */
  async since(from: number): Promise<readonly CountedAnswer[]> {
    const first = localDay(from);
    const days = await this.#texts.days().catch(() => []);
    const kept = [...days].sort().flatMap((day) => {
      const text = day < first ? null : this.#texts.readNow(day);
      return text === null ? [] : parseCounted(text).answers;
    });
    return [...kept, ...this.#unwritten].filter(({ at }) => at > from);
  }

  /** Takes over what an earlier version counted for keys of this address. Never throws. */
  takeOver(day: string, service: string, tokens: number): void {
    const nothing = { account: null, model: '?', origin: 'ask', payer: 'apiKey', output: 0, cached: 0 } as const;
    try {
      this.#texts.appendNow(day, countedLine({ answers: 0, service, input: tokens, ...nothing }));
    } catch {
      // The cap of this one day then begins at nothing.
    }
  }

  /** Joins the answers of days that are long over. Windows that do so at once write the same. Never rejects. */
  async joinOldDays(): Promise<void> {
    const oldest = localDay(this.#clock.now() - keptDays * 24 * 60 * 60_000);
    try {
      for (const day of await this.#texts.days()) {
        const text = day < oldest ? this.#texts.readNow(day) : null;
        const read = text === null ? null : parseCounted(text);
        if (read === null || read.answers.length === 0) continue;
        await this.#texts.replace(day, totalsOf(read).map(countedLine).join(''));
      }
    } catch (error) {
      this.#log.warn(`Old counts could not be joined: ${errorName(error)}`);
    }
  }

  /** Counts from nothing again; what is kept is deleted. Never rejects. */
  async forget(): Promise<void> {
    this.#unwritten = [];
    await this.#texts.deleteAll();
    this.#today = new ReadDay('');
  }
}

/** What is known of one day, which never becomes less: also where its text is gone or spoiled. */
class ReadDay {
  readonly day: string;
  #text = '';
  #entries: (CountedAnswer | DayTotal)[] = [];

  constructor(day: string) {
    this.day = day;
  }

  /** @param text the whole of it; only what is new is read, and a line that is not whole waits. */
  take(text: string | null): void {
    if (text === null) return;
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole === this.#text) return;
    const isMore = whole.startsWith(this.#text);
    this.#entries.push(...entriesIn(parseCounted(isMore ? whole.slice(this.#text.length) : whole)));
    this.#text = whole;
  }

  keyTokens(service: string): number {
    return keyTokensIn(this.#entries, service);
  }
}

function entriesIn({ answers, totals }: CountedDay): (CountedAnswer | DayTotal)[] {
  return [...answers, ...totals];
}

function keyTokensIn(entries: readonly (CountedAnswer | DayTotal)[], service: string): number {
  return entries.reduce(
    (sum, one) => (one.payer === 'apiKey' && one.service === service ? sum + tokensIn(one) : sum),
    0,
  );
}
