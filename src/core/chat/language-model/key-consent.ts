// Whether the API key may answer for those who ask without a page of ours: a person is asked once for all that wait.
// What they allow holds for the key that they were asked about, and for no other.
import type { Clock } from '../../ports.ts';
import { type BoundKey, isSameKey } from '../../service/credentials/credential.ts';
import type { Failure } from '../../service/failure/errors.ts';

export type KeyAnswer = 'thisRequest' | 'forHalfAnHour' | 'notNow';

const halfAnHour = 30 * 60_000;

interface Instant {
  readonly now: number;
  readonly monotonic: number;
}

export class KeyConsent {
  readonly #question: (refusal: Failure) => Promise<KeyAnswer>;
  readonly #clock: Clock;
  #asking: { readonly key: BoundKey; readonly answer: Promise<KeyAnswer> } | null = null;
  #allowed: { readonly key: BoundKey; readonly at: Instant } | null = null;

  /** @param question asks the person; may not reject. */
  constructor(question: (refusal: Failure) => Promise<KeyAnswer>, clock: Clock) {
    this.#question = question;
    this.#clock = clock;
  }

  /**
   * @param refusal why the plan does not answer. Whoever asks about this key while the question is open gets the same
   * answer.
   */
  async mayPay(refusal: Failure, key: BoundKey): Promise<boolean> {
    if (this.#allowed !== null && this.#isRecent(this.#allowed.at) && isSameKey(key, this.#allowed.key)) return true;
    const open = this.#asking;
    const asking = open !== null && isSameKey(key, open.key) ? open : { key, answer: this.#ask(refusal, key) };
    this.#asking = asking;
    return (await asking.answer) !== 'notNow';
  }

  async #ask(refusal: Failure, key: BoundKey): Promise<KeyAnswer> {
    const answer = await this.#question(refusal);
    if (answer === 'forHalfAnHour') this.#allowed = { key, at: this.#instant() };
    if (this.#asking?.key === key) this.#asking = null;
    return answer;
  }

  #instant(): Instant {
    return { now: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  /** Neither a clock that is set back nor a machine that sleeps makes half an hour longer. */
  #isRecent(at: Instant): boolean {
    const { now, monotonic } = this.#instant();
    return Math.max(now - at.now, monotonic - at.monotonic) < halfAnHour;
  }
}
