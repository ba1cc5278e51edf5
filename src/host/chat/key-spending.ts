// Knows what the API key has spent today in this installation: counted by local day, kept in VS Code's global state, which
// windows share. It does not know what follows at the cap. Part of the start path, so it loads no schema.
import type * as vscode from 'vscode';
import { parseDaySpending, spentOnDay, withSpending } from '../../core/chat/key-spending.ts';

const stateKey = 'tidemark.apiKey.spending';

export class KeySpending {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Tokens spent since midnight, as the person's clock has it. */
  get today(): number {
    return spentOnDay(this.#read(), Date.now());
  }

  /** Never rejects: the count holds in this window also where it could not be kept. */
  add(tokens: number): void {
    if (tokens === 0) return;
    this.#state.update(stateKey, withSpending(this.#read(), tokens, Date.now())).then(undefined, () => undefined);
  }

  #read(): ReturnType<typeof parseDaySpending> {
    return parseDaySpending(this.#state.get<unknown>(stateKey));
  }
}
