// Knows where the count of what the API key has spent is kept in this installation, so that all windows share it. It does
// not know what follows at the cap. Part of the start path, so it loads no schema.
import * as vscode from 'vscode';
import { type KeySpending, parseDaySpending, spentOnDay, withSpending } from '../../core/chat/key-spending.ts';
import { SpendingFile } from '../../node/spending-file.ts';

const fileName = 'key-spending.json';
const stateKey = 'tidemark.apiKey.spending';

export function openKeySpending(folder: vscode.Uri, state: vscode.Memento): KeySpending {
  return folder.scheme === 'file' ? new SpendingFile(vscode.Uri.joinPath(folder, fileName).fsPath) : new RememberedSpending(state);
}

/**
 * The count where no disk is: in VS Code's global state, which every window holds a copy of. Two windows that add at the
 * same moment can each miss the other's addition, and nothing there lets them agree.
 */
class RememberedSpending implements KeySpending {
  readonly #state: vscode.Memento;
  #writing: Promise<void> = Promise.resolve();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get today(): number {
    return spentOnDay(this.#read(), Date.now());
  }

  add(tokens: number): void {
    if (tokens === 0) return;
    const update = this.#state.update(stateKey, withSpending(this.#read(), tokens, Date.now())).then(undefined, () => undefined);
    this.#writing = this.#writing.then(() => update);
  }

  settled(): Promise<void> {
    return this.#writing;
  }

  forget(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#state.update(stateKey, undefined)).then(undefined, () => undefined);
    return this.#writing;
  }

  #read(): ReturnType<typeof parseDaySpending> {
    return parseDaySpending(this.#state.get<unknown>(stateKey));
  }
}
