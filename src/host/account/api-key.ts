// Knows the API key: how a person sets, replaces or removes it and says when it may pay; it lives in the secret store and
// nowhere else. Which host takes it is the profile's and the settings' affair.
import * as vscode from 'vscode';
import type { FallbackPolicy } from '../../core/chat/providers.ts';
import type { Log, SecretStore } from '../../core/ports.ts';
import { Secret } from '../../core/service/secret.ts';
import { readFallbackPolicy, writeFallbackPolicy } from '../settings.ts';

const { l10n } = vscode;
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

  /** The command: sets a key and its policy, or changes what is set. Rejects where the store does. */
  async edit(): Promise<void> {
    switch (this.#key === null ? 'replace' : await chooseEdit()) {
      case 'replace': {
        const text = await askKey();
        if (text === undefined) return;
        const policy = await askPolicy();
        if (policy === undefined) return;
        await this.#store.store(keyName, text);
        await writeFallbackPolicy(policy);
        await this.reload();
        void vscode.window.showInformationMessage(l10n.t('The API key is stored. {0}', policyText(policy)));
        return;
      }
      case 'policy': {
        const policy = await askPolicy();
        if (policy !== undefined) await writeFallbackPolicy(policy);
        return;
      }
      case 'remove':
        await this.#store.delete(keyName);
        await this.reload();
        void vscode.window.showInformationMessage(l10n.t('The API key is removed from this machine.'));
        return;
      case undefined:
        return;
    }
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}

async function chooseEdit(): Promise<'replace' | 'policy' | 'remove' | undefined> {
  const items = [
    { edit: 'replace' as const, label: l10n.t('Replace the key') },
    { edit: 'policy' as const, label: l10n.t('Change when it may pay'), description: policyText(readFallbackPolicy()) },
    { edit: 'remove' as const, label: l10n.t('Remove the key') },
  ];
  return (await vscode.window.showQuickPick(items, { title: l10n.t('An API key is set') }))?.edit;
}

async function askKey(): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: l10n.t('Set API Key'),
    prompt: l10n.t('It is kept in the secret storage of VS Code and sent only with the prompts that it pays for.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (/^[\x21-\x7e]+$/.test(value.trim()) ? undefined : l10n.t('A key is one word of visible characters.')),
  });
  return text?.trim();
}

async function askPolicy(): Promise<FallbackPolicy | undefined> {
  const policies: FallbackPolicy[] = ['ask', 'always', 'never'];
  const items = policies.map((policy) => ({ policy, label: policyLabel(policy), detail: policyText(policy) }));
  const title = l10n.t('When your plan refuses a prompt, may the API key pay?');
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.policy;
}

function policyLabel(policy: FallbackPolicy): string {
  switch (policy) {
    case 'ask':
      return l10n.t('Ask me each time');
    case 'always':
      return l10n.t('Always');
    case 'never':
      return l10n.t('Never by itself');
  }
}

function policyText(policy: FallbackPolicy): string {
  switch (policy) {
    case 'ask':
      return l10n.t('You are asked before it pays for an answer.');
    case 'always':
      return l10n.t('It pays without asking; every answer says so.');
    case 'never':
      return l10n.t('It pays only when you press the button on an answer.');
  }
}
