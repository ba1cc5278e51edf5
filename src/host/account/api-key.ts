// Knows the API key that is in force in this window; it lives in the secret store and nowhere else. How a person sets one is
// api-key-dialog.ts's affair, which host takes it the profile's and the settings'.
import * as vscode from 'vscode';
import type { Log, SecretStore } from '../../core/ports.ts';
import { Secret } from '../../core/service/secret.ts';

const keyName = 'tidemark.apiKey';

export class ApiKey implements vscode.Disposable {
  readonly #store: SecretStore;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  #key: Secret | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, store: SecretStore, log: Log) {
    this.#store = store;
    this.#log = log;
    this.#watcher = secrets.onDidChange(({ key }) => {
      if (key === keyName) void this.reload();
    });
  }

  get current(): Secret | null {
    return this.#key;
  }

  /** Reads the store anew. Never rejects: a store that fails is logged and changes nothing. */
  async reload(): Promise<void> {
    try {
      const text = await this.#store.get(keyName);
      if (text === this.#key?.reveal()) return;
      this.#key = text === undefined ? null : new Secret(text);
      this.#changed.fire();
    } catch (error) {
      this.#log.warn(`The secret store did not answer: ${error instanceof Error ? error.name : typeof error}`);
    }
  }

  /** Rejects where the store does. */
  async set(key: Secret): Promise<void> {
    await this.#store.store(keyName, key.reveal());
    await this.reload();
  }

  /** Rejects where the store does. */
  async remove(): Promise<void> {
    await this.#store.delete(keyName);
    await this.reload();
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}
