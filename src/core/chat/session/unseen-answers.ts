/** How many answers have ended in each conversation since the person last looked at it. */
export class UnseenAnswers {
  readonly #counts = new Map<string, number>();
  readonly #onChange: (count: number) => void;

  /** @param onChange is told how many there are in all. */
  constructor(onChange: (count: number) => void) {
    this.#onChange = onChange;
  }

  get count(): number {
    return [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
  }

  has(conversationId: string): boolean {
    return this.#counts.has(conversationId);
  }

  add(conversationId: string): void {
    this.#counts.set(conversationId, (this.#counts.get(conversationId) ?? 0) + 1);
    this.#onChange(this.count);
  }

  /** The person sees the conversation, or it is gone. */
  clear(conversationId: string): void {
    if (this.#counts.delete(conversationId)) this.#onChange(this.count);
  }

  clearAll(): void {
    this.#counts.clear();
    this.#onChange(0);
  }
}
