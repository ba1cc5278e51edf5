/** As often as this the same call may fail before a person is asked. */
export const mostFailures = 3;

/** Counts how often each call of a run has failed, one that was put the same way. */
export class RepeatedFailures {
  readonly #failed = new Map<string, { readonly name: string; readonly times: number }>();

  count(name: string, inputJson: string, isError: boolean): void {
    const call = JSON.stringify([name, inputJson]);
    if (isError) this.#failed.set(call, { name, times: (this.#failed.get(call)?.times ?? 0) + 1 });
    else this.#failed.delete(call);
  }

  /** The tool of which a call has failed too often; that call then counts anew. Null where none has. */
  take(): string | null {
    for (const [call, { name, times }] of this.#failed) {
      if (times < mostFailures) continue;
      this.#failed.delete(call);
      return name;
    }
    return null;
  }
}
