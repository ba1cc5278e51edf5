// Knows how something that is costly is made when it is first needed, once; and that a failure is no answer for ever: whoever
// needs it next tries again. What is made it does not know.
export class LoadedOnce<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Rejects as the loading does, for those who waited for that very try. */
  get(): Promise<T> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }
}
