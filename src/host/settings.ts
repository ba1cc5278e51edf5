// Knows Tidemark's settings, but for the profile (profile-setting.ts), and reads each through a schema; a value that does not fit counts as unset. It does not know
// what they are used for. All have application scope: no workspace can set them.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { FallbackPolicy } from '../core/chat/providers.ts';

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
  const text = read('apiKey.baseUrl', z.string(), '').trim().replace(/\/+$/, '');
  if (!URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname)) ? text : null;
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

/** Tokens. */
export function readMaxTokens(): number {
  return read('chat.maxTokens', z.int().check(z.positive()), 8192);
}

async function write(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration(settingsSection).update(key, value, vscode.ConfigurationTarget.Global);
}
