// Knows how a person sets, tests, replaces or removes the API key and says when it may pay; not where it is kept (api-key.ts).
import * as vscode from 'vscode';
import type { BoundKey } from '../../core/service/bound-key.ts';
import { askText } from '../display/input-box.ts';
import { inertName } from '../display/names.ts';
import { showError, showInformation, showWarning } from '../display/notification.ts';
import { showProgress } from '../display/progress.ts';
import { pickOne } from '../display/quick-pick.ts';
import { longestSecret, parseSecret, type Secret } from '../../core/service/secret.ts';
import { type FallbackPolicy, readFallbackPolicy, writeFallbackPolicy } from '../settings.ts';
import { showDailyCap } from '../show-daily-cap.ts';
import type { ApiKey } from './api-key.ts';

const { l10n } = vscode;

/** What the dialog needs of others: a test of the key and what it has spent. */
export interface KeyTrial {
  /** Sends one small message with the key and says in a sentence what came of it; resolves early when stopped. */
  readonly test: (key: BoundKey, signal: AbortSignal) => Promise<string>;
  /** What the key has spent today, as a sentence. */
  readonly spending: () => string;
}

/** The command. Never rejects: a store that fails is told, and nothing has changed then. */
export async function editApiKey(apiKey: ApiKey, trial: KeyTrial): Promise<void> {
  try {
    const { current } = apiKey;
    if (current === null) {
      await setFirstKey(apiKey, trial);
      return;
    }
    switch (await chooseEdit(current, trial.spending())) {
      case 'replace':
        await replaceKey(apiKey, current.receiver, trial);
        return;
      case 'test':
        await testStoredKey(apiKey, trial);
        return;
      case 'cap':
        await showDailyCap();
        return;
      case 'policy':
        await changePolicy();
        return;
      case 'remove':
        await apiKey.remove(current);
        void showInformation(l10n.t('The API key for {0} is removed from this machine.', inertName(current.receiver)));
        return;
      case undefined:
        return;
    }
  } catch (error) {
    const text = l10n.t('The secret storage of VS Code did not take the change: {0}', error instanceof Error ? error.name : typeof error);
    void showError(text);
  }
}

async function setFirstKey(apiKey: ApiKey, trial: KeyTrial): Promise<void> {
  const receiver = await apiKey.receiver();
  if (receiver === null) await tellNoReceiver();
  else await replaceKey(apiKey, receiver, trial);
}

/** A key belongs to one host, so there must be one before a key is asked for. */
async function tellNoReceiver(): Promise<void> {
  const [connect, settings] = [l10n.t('Connect to a Service…'), l10n.t('Open Settings')];
  const text = l10n.t('No address that takes an API key is known. Connect to a service that names one, or write one into the settings.');
  const pressed = await showWarning(text, connect, settings);
  if (pressed === connect) await vscode.commands.executeCommand('tidemark.connect');
  if (pressed === settings) await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tidemark.apiKey.baseUrl');
}

async function replaceKey(apiKey: ApiKey, receiver: string, trial: KeyTrial): Promise<void> {
  const key = await askKey(receiver);
  if (key === null) return;
  const policy = await askPolicy();
  if (policy === undefined) return;
  await apiKey.set({ receiver, key });
  await writeFallbackPolicy(policy);
  const test = l10n.t('Test Key');
  const answer = await showInformation(l10n.t('The API key is stored. {0}', policyText(policy)), test);
  if (answer === test) await testStoredKey(apiKey, trial);
}

/** The person may leave the test; nothing is told then. */
async function testStoredKey(apiKey: ApiKey, { test }: KeyTrial): Promise<void> {
  const key = apiKey.current;
  if (key === null) return;
  const options = { title: l10n.t('Testing the API key with one small message'), cancellable: true };
  const verdict = await showProgress(options, async (_report, cancellation) => {
    const left = new AbortController();
    const subscription = cancellation.onCancellationRequested(() => left.abort());
    try {
      const sentence = await test(key, left.signal);
      return left.signal.aborted ? null : sentence;
    } finally {
      subscription.dispose();
    }
  });
  if (verdict !== null) void showInformation(verdict);
}

async function changePolicy(): Promise<void> {
  const policy = await askPolicy();
  if (policy !== undefined) await writeFallbackPolicy(policy);
}

async function chooseEdit({ receiver }: BoundKey, spending: string): Promise<'test' | 'replace' | 'policy' | 'cap' | 'remove' | undefined> {
  const items = [
    { edit: 'test' as const, label: l10n.t('Test the key'), description: l10n.t('Sends one small message with it') },
    { edit: 'replace' as const, label: l10n.t('Replace the key') },
    { edit: 'policy' as const, label: l10n.t('Change when it may pay'), description: policyText(readFallbackPolicy()) },
    { edit: 'cap' as const, label: l10n.t('Change how much it may spend in a day'), description: spending },
    { edit: 'remove' as const, label: l10n.t('Remove the key') },
  ];
  return (await pickOne(items, { title: l10n.t('An API key for {0} is set', inertName(receiver)) }))?.edit;
}

async function askKey(receiver: string): Promise<Secret | null> {
  const text = await askText({
    title: l10n.t('Set API Key'),
    prompt: l10n.t('It is kept in the secret storage of VS Code, and sent only to {0} and only with the prompts that it pays for.', inertName(receiver)),
    password: true,
    ignoreFocusOut: true,
    validate: (value) => (parseSecret(value.trim()) === null ? l10n.t('A key is one word of at most {0} visible characters.', longestSecret) : undefined),
  });
  return text === undefined ? null : parseSecret(text.trim());
}

async function askPolicy(): Promise<FallbackPolicy | undefined> {
  const policies: FallbackPolicy[] = ['ask', 'always', 'never'];
  const items = policies.map((policy) => ({ policy, label: policyLabel(policy), detail: policyText(policy) }));
  const title = l10n.t('When your plan refuses a prompt, may the API key pay?');
  return (await pickOne(items, { title, ignoreFocusOut: true }))?.policy;
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
