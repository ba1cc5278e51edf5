// Loads something costly when it is first needed, once. A failure is not kept: whoever needs it next tries again.
export class LoadedOnce<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Rejects as the loading does, for those who waited for that very try. */
  readonly get = (): Promise<T> => {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  };
}
