// Knows how core's secret store is VS Code's SecretStorage; not which secrets there are.
import type * as vscode from 'vscode';
import type { SecretStore } from '../core/ports.ts';

export function createSecretStore(secrets: vscode.SecretStorage): SecretStore {
  return {
    get: async (key) => secrets.get(key),
    store: async (key, value) => secrets.store(key, value),
    delete: async (key) => secrets.delete(key),
    keys: async () => secrets.keys(),
  };
}
