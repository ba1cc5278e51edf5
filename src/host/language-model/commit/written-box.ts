// A box that a message is written into as it arrives. Each assignment is an undo step of its own, so there are few.

const pauseMilliseconds = 120;

export class WrittenBox {
  readonly #box: { value: string };
  readonly #begun: string;
  #last: string;
  #shownAt = -Infinity;
  /** What somebody else has written into it, as it was seen first. */
  #theirs: string | null = null;

  constructor(box: { value: string }) {
    this.#box = box;
    this.#begun = box.value;
    this.#last = box.value;
  }

  /** What stood in it; null where nothing was written. */
  get before(): string | null {
    return this.#last === this.#begun ? null : this.#begun;
  }

  /**
   * Whether nobody else has written into it. To be asked often: a text of ours that is on its way to the window while
   * they type takes the place of theirs, which is here for a moment only.
   */
  get isOurs(): boolean {
    const { value } = this.#box;
    if (value !== this.#last) this.#theirs ??= value;
    return this.#theirs === null;
  }

  /** False where somebody else has written into it: what is theirs stays. */
  show(text: string, now: number): boolean {
    if (!this.isOurs) return false;
    if (text === '' || now - this.#shownAt < pauseMilliseconds) return true;
    this.#shownAt = now;
    this.#set(text);
    return true;
  }

  /** The whole of it. */
  end(text: string): void {
    if (this.isOurs && text !== '') this.#set(text);
  }

  /** Puts theirs back where ours has come over it. To be called once nothing of ours is on its way any more. */
  giveBack(): void {
    if (this.#theirs !== null && this.#box.value === this.#last) this.#box.value = this.#theirs;
  }

  #set(text: string): void {
    this.#box.value = text;
    this.#last = text;
  }
}
