// The API key of this window: the one that the person set for the host that would receive it now. Keys are in the
// secret store and nowhere else.
import * as vscode from 'vscode';
import { apiKeyPrefix } from '../../secret-store.ts';
import type { KeyReceiver } from './key-receiver.ts';
import type { Log, SecretStore } from '../../../core/ports.ts';
import { LatestReading } from '../../../core/account/latest-reading.ts';
import { type BoundKey, isSameKey } from '../../../core/service/credentials/credential.ts';
import { parseSecret } from '../../../core/service/credentials/secret.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

export interface ApiKeyPorts {
  readonly secrets: vscode.SecretStorage;
  readonly store: SecretStore;
  /** Who takes the key now; null where nobody does. */
  readonly receiver: () => Promise<KeyReceiver | null>;
  readonly log: Log;
}

export class ApiKey implements vscode.Disposable {
  readonly #ports: ApiKeyPorts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  readonly #reading = new LatestReading();
  #key: BoundKey | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(ports: ApiKeyPorts) {
    this.#ports = ports;
    this.#watcher = vscode.Disposable.from(
      ports.secrets.onDidChange(({ key }) => {
        if (key.startsWith(apiKeyPrefix)) void this.reload();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('tidemark.apiKey.baseUrl')) void this.reload();
      }),
    );
  }

  get current(): BoundKey | null {
    return this.#key;
  }

  /** Who takes the key now; null where nobody does. */
  async receiver(): Promise<string | null> {
    return (await this.#ports.receiver())?.receiver ?? null;
  }

  /** Reads the store anew. Never rejects: a store that fails is logged and changes nothing. */
  async reload(): Promise<void> {
    try {
      const key = await this.#reading.of(() => this.#read());
      if (isSameKey(key, this.#key)) return;
      this.#key = key;
      this.#changed.fire();
    } catch (error) {
      this.#ports.log.warn(`The secret store did not answer: ${errorName(error)}`);
    }
  }

  /** Rejects where the store does, and for a key that no header could carry. */
  async set({ receiver, key }: BoundKey): Promise<void> {
    if (parseSecret(key.reveal()) === null) throw new RangeError('No header can carry this key.');
    await this.#ports.store.store(apiKeyPrefix + receiver, key.reveal());
    await this.reload();
  }

  /** Rejects where the store does. */
  async remove({ receiver }: Pick<BoundKey, 'receiver'>): Promise<void> {
    await this.#ports.store.delete(apiKeyPrefix + receiver);
    await this.reload();
  }

  /**
   * All data was deleted, perhaps in another window: where VS Code keeps secrets by the page, this one has them still.
   * Never rejects.
   */
  async forgetAll(): Promise<void> {
    const { store } = this.#ports;
    const current = this.#key === null ? [] : [apiKeyPrefix + this.#key.receiver];
    // Not every store can say what is in it.
    const names = await store.keys().catch(() => current);
    for (const name of names) if (name.startsWith(apiKeyPrefix)) await store.delete(name).catch(() => undefined);
    await this.reload();
  }

  async #read(): Promise<BoundKey | null> {
    const takes = await this.#ports.receiver();
    if (takes === null) return null;
    const { receiver } = takes;
    const text = (await this.#ports.store.get(apiKeyPrefix + receiver)) ?? (await this.#takeOver(takes));
    if (text === undefined) return null;
    const key = parseSecret(text);
    if (key === null) this.#ports.log.warn('The stored API key cannot be sent, so it counts as none.');
    return key === null ? null : { receiver, key };
  }

  /** What an earlier version stored for the very same receiver lies under its new name from now on. */
  async #takeOver({ receiver, older }: KeyReceiver): Promise<string | undefined> {
    const { store } = this.#ports;
    const text = older === null ? undefined : await store.get(apiKeyPrefix + older);
    if (older === null || text === undefined) return undefined;
    await store.store(apiKeyPrefix + receiver, text);
    await store.delete(apiKeyPrefix + older);
    return text;
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}
