// Core's secret store, kept in VS Code's SecretStorage.
import type * as vscode from 'vscode';
import type { SecretStore } from '../core/ports.ts';

/** API keys lie under it, one for each receiver, so that no profile and no setting can carry a key to another one. */
export const apiKeyPrefix = 'tidemark.apiKey.';

export function createSecretStore(secrets: vscode.SecretStorage): SecretStore {
  return {
    get: async (key) => secrets.get(key),
    store: async (key, value) => secrets.store(key, value),
    delete: async (key) => secrets.delete(key),
    keys: async () => secrets.keys(),
  };
}
