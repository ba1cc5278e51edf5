// How much preparing one call may take. What a model asks for is looked at before anybody is asked, and the whole
// window waits meanwhile.

/**
 * About nanoseconds on an ordinary machine, reckoned from what is to be done and not from a clock, so that the same
 * call always ends in the same way.
 */
const mostWork = 1_000_000_000;

export class WorkBudget {
  #left = mostWork;

  /** Takes from it; whether there was that much. Once there was not, nothing more is to be done. */
  spend(cost: number): boolean {
    this.#left -= cost;
    return this.#left >= 0;
  }
}
