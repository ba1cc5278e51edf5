// Knows the API key that is in force in this window: the one that the person set for the host that would take it now. Keys
// live in the secret store and nowhere else. How a person sets one is api-key-dialog.ts's affair.
import * as vscode from 'vscode';
import type { Log, SecretStore } from '../../core/ports.ts';
import type { BoundKey } from '../../core/service/bound-key.ts';
import { parseSecret } from '../../core/service/secret.ts';

/** One key for each host, so that no profile and no setting can carry a key to another one. */
const keyPrefix = 'tidemark.apiKey.';

export interface ApiKeyParts {
  readonly secrets: vscode.SecretStorage;
  readonly store: SecretStore;
  /** The host that takes the key now; null where there is none. */
  readonly receiver: () => Promise<string | null>;
  readonly log: Log;
}

export class ApiKey implements vscode.Disposable {
  readonly #parts: ApiKeyParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  #reading = 0;
  #key: BoundKey | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(parts: ApiKeyParts) {
    this.#parts = parts;
    this.#watcher = vscode.Disposable.from(
      parts.secrets.onDidChange(({ key }) => {
        if (key.startsWith(keyPrefix)) void this.reload();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('tidemark.apiKey.baseUrl')) void this.reload();
      }),
    );
  }

  get current(): BoundKey | null {
    return this.#key;
  }

  /** The host that takes the key now; null where there is none. */
  async receiver(): Promise<string | null> {
    return this.#parts.receiver();
  }

  /** Reads the store anew. Never rejects: a store that fails is logged and changes nothing. */
  async reload(): Promise<void> {
    const reading = ++this.#reading;
    try {
      const key = await this.#read();
      if (reading !== this.#reading || isSame(key, this.#key)) return;
      this.#key = key;
      this.#changed.fire();
    } catch (error) {
      this.#parts.log.warn(`The secret store did not answer: ${error instanceof Error ? error.name : typeof error}`);
    }
  }

  /** Rejects where the store does, and for a key that no header could carry. */
  async set({ receiver, key }: BoundKey): Promise<void> {
    if (parseSecret(key.reveal()) === null) throw new RangeError('No header can carry this key.');
    await this.#parts.store.store(keyPrefix + receiver, key.reveal());
    await this.reload();
  }

  /** Rejects where the store does. */
  async remove({ receiver }: Pick<BoundKey, 'receiver'>): Promise<void> {
    await this.#parts.store.delete(keyPrefix + receiver);
    await this.reload();
  }

  async #read(): Promise<BoundKey | null> {
    const receiver = await this.#parts.receiver();
    const text = receiver === null ? undefined : await this.#parts.store.get(keyPrefix + receiver);
    if (receiver === null || text === undefined) return null;
    const key = parseSecret(text);
    if (key === null) this.#parts.log.warn('The stored API key cannot be sent, so it counts as none.');
    return key === null ? null : { receiver, key };
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}

function isSame(one: BoundKey | null, other: BoundKey | null): boolean {
  return one === null || other === null ? one === other : one.receiver === other.receiver && one.key.equals(other.key);
}
