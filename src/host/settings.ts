// Knows Tidemark's settings, but for the profile (profile-setting.ts), and reads each through a schema; a value that does not
// fit counts as unset. It does not know what they are used for. All have application scope: no workspace can set them.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { AnswerPreferences } from '../core/chat/answer-preferences.ts';
import type { SendKey } from '../core/chat/composer-messages.ts';
import type { FallbackPolicy } from '../core/chat/providers.ts';
import { parseAddress } from '../core/service/profile.ts';

export type { FallbackPolicy };

const settingsSection = 'tidemark';

function read<T>(key: string, schema: z.ZodMiniType<T>, otherwise: T): T {
  const parsed = schema.safeParse(vscode.workspace.getConfiguration(settingsSection).get<unknown>(key));
  return parsed.success ? parsed.data : otherwise;
}

export function readFallbackPolicy(): FallbackPolicy {
  return read('apiKey.fallback', z.enum(['ask', 'always', 'never']), 'ask');
}

export async function writeFallbackPolicy(policy: FallbackPolicy): Promise<void> {
  await write('apiKey.fallback', policy);
}

/** Another host for the API key; null where empty or not an address that a key may be sent to. */
export function readKeyBaseUrl(): string | null {
  return parseAddress(read('apiKey.baseUrl', z.string(), '').trim());
}

/** Tokens that the API key may spend in a day before it is asked for each answer; 0 for no cap. */
export function readDailyTokenCap(): number {
  return read('apiKey.dailyTokenCap', z.int().check(z.nonnegative()), 0);
}

/** Whether the person says that the browser and the extension host share a machine (decisions 19). */
export function readBrowserOnThisMachine(): boolean {
  return read('signIn.browserOnThisMachine', z.boolean(), false);
}

/** A model's id, or null for the profile's first. */
export function readModelId(): string | null {
  const id = read('chat.model', z.string(), '').trim();
  return id === '' ? null : id;
}

export function readAnswerPreferences(): AnswerPreferences {
  return {
    maxTokens: read('chat.maxTokens', z.int().check(z.positive()), 8192),
    systemPrompt: read('chat.systemPrompt', z.string(), ''),
    temperature: read('chat.temperature', z.nullable(z.number().check(z.minimum(0), z.maximum(2))), null),
    thinkingBudget: read('chat.thinkingBudget', z.int().check(z.nonnegative()), 0),
    whole: read('chat.wholeAnswers', z.boolean(), false),
  };
}

export function readSendKey(): SendKey {
  return read('chat.sendKey', z.enum(['enter', 'ctrlEnter']), 'enter');
}

export function onSendKeyChanged(action: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('tidemark.chat.sendKey')) action();
  });
}

/** Who a new conversation is kept for. */
export function readHistoryPlace(): 'workspace' | 'person' {
  return read('history.keepFor', z.enum(['workspace', 'person']), 'workspace');
}

async function write(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration(settingsSection).update(key, value, vscode.ConfigurationTarget.Global);
}

/** Takes every setting that the manifest declares back to its default. */
export async function resetSettings(manifest: unknown): Promise<void> {
  const below = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
  const declared = ['contributes', 'configuration', 'properties'].reduce(below, manifest);
  const settings = vscode.workspace.getConfiguration();
  for (const key of Object.keys(declared ?? {})) {
    if (settings.inspect(key)?.globalValue !== undefined) await settings.update(key, undefined, vscode.ConfigurationTarget.Global);
  }
}
