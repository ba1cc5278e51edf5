// A box that a message is written into as it arrives. Each assignment is an undo step of its own, so there are few.

const pauseMilliseconds = 120;

export class WrittenBox {
  readonly #box: { value: string };
  readonly #begun: string;
  #last: string;
  #shownAt = -Infinity;

  constructor(box: { value: string }) {
    this.#box = box;
    this.#begun = box.value;
    this.#last = box.value;
  }

  /** What stood in it; null where nothing was written. */
  get before(): string | null {
    return this.#last === this.#begun ? null : this.#begun;
  }

  /** False where somebody else has written into it: what is theirs stays. */
  show(text: string, now: number): boolean {
    if (this.#box.value !== this.#last) return false;
    if (text === '' || now - this.#shownAt < pauseMilliseconds) return true;
    this.#shownAt = now;
    this.#set(text);
    return true;
  }

  /** The whole of it. */
  end(text: string): void {
    if (this.#box.value === this.#last && text !== '') this.#set(text);
  }

  #set(text: string): void {
    this.#box.value = text;
    this.#last = text;
  }
}
