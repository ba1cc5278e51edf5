// Knows what the API key has spent today in this installation: counted by local day, kept in VS Code's global state, which
// windows share. It does not know what follows at the cap. Part of the start path, so it loads no schema.
import * as vscode from 'vscode';
import { parseDaySpending, spentOnDay, withSpending } from '../../core/chat/key-spending.ts';

const stateKey = 'tidemark.apiKey.spending';

export class KeySpending implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();

  /** Fires when this window has spent; global state does not tell of other windows. */
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Tokens spent since midnight, as the person's clock has it. */
  get today(): number {
    return spentOnDay(this.#read(), Date.now());
  }

  add(tokens: number): void {
    if (tokens === 0) return;
    void this.#state.update(stateKey, withSpending(this.#read(), tokens, Date.now()));
    this.#changed.fire();
  }

  #read(): ReturnType<typeof parseDaySpending> {
    return parseDaySpending(this.#state.get<unknown>(stateKey));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
