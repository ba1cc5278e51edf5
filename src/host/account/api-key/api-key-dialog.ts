// How a person sets, tests, replaces or removes the API key and says when it may pay.
import * as vscode from 'vscode';
import { showDailyCap } from '../../show-daily-cap.ts';
import type { BoundKey } from '../../../core/service/credentials/credential.ts';
import { embeddedDemo } from '../../../core/service/profile/embedded-demo.ts';
import { askRisk } from '../../display/modal.ts';
import { askText } from '../../display/input-box.ts';
import { inertName } from '../../display/names.ts';
import { showError, showInformation, showWarning } from '../../display/notification.ts';
import { showProgress } from '../../display/progress.ts';
import { pickOne } from '../../display/quick-pick.ts';
import { paragraph } from '../../words/list-text.ts';
import { longestSecret, parseSecret, type Secret } from '../../../core/service/credentials/secret.ts';
import { type FallbackPolicy, readFallbackPolicy, writeFallbackPolicy } from '../../settings.ts';
import type { ApiKey } from './api-key.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

const { l10n } = vscode;

/** What came of a test of a key, in a sentence too. `unknown` where something else went wrong. */
export interface TestedKey {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  readonly text: string;
}

/** What the dialog needs of others: a test of the key and what it has spent. */
export interface KeyTrial {
  /** Sends one small message with the key; resolves early when stopped. */
  readonly test: (key: BoundKey, signal: AbortSignal) => Promise<TestedKey>;
  /** What the key has spent today, as a sentence. */
  readonly spending: () => string;
}

/**
 * The command. Never rejects: a store that fails is reported, and nothing has changed then.
 * @param demoKey the key of the demo that runs in this window; null where another service is connected.
 */
export async function editApiKey(apiKey: ApiKey, trial: KeyTrial, demoKey: Secret | null): Promise<void> {
  try {
    const { current } = apiKey;
    if (current === null) {
      await setFirstKey(apiKey, trial, demoKey);
      return;
    }
    switch (await chooseEdit(current, trial.spending())) {
      case 'replace':
        await replaceKey(apiKey, current.receiver, trial, await askKey(current.receiver));
        return;
      case 'test':
        void showInformation((await testKey(current, trial)).text);
        return;
      case 'cap':
        await showDailyCap();
        return;
      case 'policy':
        await changePolicy();
        return;
      case 'remove':
        await apiKey.remove(current);
        void showInformation(
          l10n.t('The API key for {0} is removed from this machine.', receiverName(current.receiver)),
        );
        return;
      case undefined:
        return;
    }
  } catch (error) {
    const text = l10n.t('VS Code could not save the change in its secret storage: {0}', errorName(error));
    void showError(text);
  }
}

async function setFirstKey(apiKey: ApiKey, trial: KeyTrial, demoKey: Secret | null): Promise<void> {
  const receiver = await apiKey.receiver();
  if (receiver === null) await tellNoReceiver();
  else await replaceKey(apiKey, receiver, trial, demoKey ?? (await askKey(receiver)));
}

/** A key belongs to one host, so there must be one before a key is asked for. */
async function tellNoReceiver(): Promise<void> {
  const connect = l10n.t('Connect to a Service…');
  const settings = l10n.t('Open Settings');
  const text = l10n.t(
    'There is no address to send an API key to. Connect to a service that has one, or set one in the settings.',
  );
  const pressed = await showWarning(text, connect, settings);
  if (pressed === connect) await vscode.commands.executeCommand('tidemark.connect');
  if (pressed === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tidemark.apiKey.baseUrl');
}

/**
 * Tries keys until one is stored or the person leaves: one that the test does not confirm is stored only at their word.
 */
async function replaceKey(apiKey: ApiKey, receiver: string, trial: KeyTrial, first: Secret | null): Promise<void> {
  for (let key = first; key !== null; key = await askKey(receiver)) {
    const tested = await testKey({ receiver, key }, trial);
    const answer = tested.verdict === 'accepted' ? 'keep' : await askToKeep(tested.text);
    if (answer === 'leave') return;
    if (answer === 'another') continue;
    const policy = await askPolicy();
    if (policy === undefined) return;
    await apiKey.set({ receiver, key });
    await writeFallbackPolicy(policy);
    const stored = l10n.t('The API key is stored. {0}', policyText(policy));
    void showInformation(tested.verdict === 'accepted' ? paragraph([tested.text, stored]) : stored);
    return;
  }
}

async function askToKeep(text: string): Promise<'keep' | 'another' | 'leave'> {
  const another = l10n.t('Enter Another Key');
  const keep = l10n.t('Keep This Key');
  const detail = [l10n.t('The key is not stored yet.')];
  switch (await askRisk({ text, detail }, another, keep)) {
    case another:
      return 'another';
    case keep:
      return 'keep';
    default:
      return 'leave';
  }
}

/** The person may stop the test, which then says nothing about the key. */
async function testKey(key: BoundKey, { test }: KeyTrial): Promise<TestedKey> {
  const options = { title: l10n.t('Testing the API key with one small message'), cancellable: true };
  return showProgress(options, async (_report, cancellation) => {
    const stop = new AbortController();
    const subscription = cancellation.onCancellationRequested(() => stop.abort());
    try {
      const tested = await test(key, stop.signal);
      if (!stop.signal.aborted) return tested;
      return { verdict: 'unknown', text: l10n.t('The test was stopped, so it says nothing about the key.') };
    } finally {
      subscription.dispose();
    }
  });
}

async function changePolicy(): Promise<void> {
  const policy = await askPolicy();
  if (policy !== undefined) await writeFallbackPolicy(policy);
}

async function chooseEdit(
  { receiver }: BoundKey,
  spending: string,
): Promise<'test' | 'replace' | 'policy' | 'cap' | 'remove' | undefined> {
  const items = [
    { edit: 'test' as const, label: l10n.t('Test the key'), description: l10n.t('Sends one small message with it') },
    { edit: 'replace' as const, label: l10n.t('Replace the key') },
    { edit: 'policy' as const, label: l10n.t('Change when it may pay'), description: policyText(readFallbackPolicy()) },
    { edit: 'cap' as const, label: l10n.t('Change how much it may spend per day'), description: spending },
    { edit: 'remove' as const, label: l10n.t('Remove the key') },
  ];
  return (await pickOne(items, { title: l10n.t('An API key for {0} is set', receiverName(receiver)) }))?.edit;
}

async function askKey(receiver: string): Promise<Secret | null> {
  const text = await askText({
    title: l10n.t('Set API Key'),
    prompt: l10n.t(
      'Stored in the secret storage of VS Code. Sent only to {0}, and only with prompts that it pays for.',
      receiverName(receiver),
    ),
    password: true,
    ignoreFocusOut: true,
    validate: (value) =>
      parseSecret(value.trim()) === null
        ? l10n.t('A key is one word of at most {0} visible characters.', longestSecret)
        : undefined,
  });
  return text === undefined ? null : parseSecret(text.trim());
}

/** The address without what every one of them begins with. */
function receiverName(receiver: string): string {
  return receiver === embeddedDemo ? l10n.t('the demo service') : inertName(receiver.replace('https://', ''));
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
      return l10n.t('Only when I click');
  }
}

function policyText(policy: FallbackPolicy): string {
  switch (policy) {
    case 'ask':
      return l10n.t('You are asked before it pays for an answer.');
    case 'always':
      return l10n.t('It pays without asking. Every answer says so.');
    case 'never':
      return l10n.t('It pays only when you press the button on an answer.');
  }
}
