// Tidemark's settings, except for the profile (profile-setting.ts), each read through a schema; a value that does not
// fit counts as unset. All have application scope: no workspace can set them.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { AnswerPreferences } from '../core/chat/prompt/preferences.ts';
import type { SendKey } from '../protocol/composer.ts';
import type { FallbackPolicy } from '../core/chat/providers/fallback-chain.ts';
import type { RunLimits } from '../core/chat/tools/runs/run-budget.ts';
import type { KeyRules } from '../core/chat/session/payers.ts';
import { parseAddress } from '../core/service/profile/profile.ts';

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

/** What the person allows the API key. */
export function readKeyRules(): KeyRules {
  return { policy: readFallbackPolicy(), dailyCap: readDailyTokenCap(), baseUrl: readKeyBaseUrl() };
}

/** Another host for the API key; null where empty or not an address that a key may be sent to. */
export function readKeyBaseUrl(): string | null {
  return parseAddress(read('apiKey.baseUrl', z.string(), '').trim());
}

/** Tokens that the API key may spend in a day before it is asked for each answer; 0 for no cap. */
export function readDailyTokenCap(): number {
  return read('apiKey.dailyTokenCap', z.int().check(z.nonnegative()), 0);
}

/** Whether the person says that the browser and the extension host share a machine (docs/decisions.md#19). */
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

/** How a person hears of an answer that ended where they did not see it. */
export function readAnswerNotice(): 'badge' | 'notification' | 'nothing' {
  return read('chat.whenAnswerEnds', z.enum(['badge', 'notification', 'nothing']), 'badge');
}

/** As far as a run of the agent goes before it asks whether it goes on. */
export function readRunLimits(): RunLimits {
  const atLeastOne = z.int().check(z.positive());
  return {
    steps: read('agent.maxSteps', atLeastOne, 50),
    tokens: read('agent.maxTokens', atLeastOne, 3_000_000),
    quota: read('agent.maxQuotaShare', z.number().check(z.minimum(1), z.maximum(100)), 25),
  };
}

/** What of the editor goes along with a prompt by itself. */
export function readAccompanying(): { readonly selection: boolean; readonly activeFile: boolean } {
  return {
    selection: read('chat.attachSelection', z.boolean(), true),
    activeFile: read('chat.attachActiveFile', z.boolean(), false),
  };
}

export function onAccompanyingChanged(action: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    const settings = ['tidemark.chat.attachSelection', 'tidemark.chat.attachActiveFile'];
    if (settings.some((setting) => event.affectsConfiguration(setting))) action();
  });
}

export function onSendKeyChanged(action: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('tidemark.chat.sendKey')) action();
  });
}

/** Calls `action` after every change of what the API key may do by itself. */
export function onKeyRulesChanged(action: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    const rules = ['tidemark.apiKey.fallback', 'tidemark.apiKey.dailyTokenCap', 'tidemark.apiKey.baseUrl'];
    if (rules.some((rule) => event.affectsConfiguration(rule))) action();
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
    if (settings.inspect(key)?.globalValue !== undefined)
      await settings.update(key, undefined, vscode.ConfigurationTarget.Global);
  }
}

/** VS Code's own: without them it has no chat. */
export function isAiSwitchedOff(): boolean {
  return vscode.workspace.getConfiguration('chat').get<unknown>('disableAIFeatures') === true;
}
