// Starts the built-in demo service inside the extension host, once and only when it was chosen. Its code is loaded on
// first use.
import { createHmac, randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { SecretStore } from '../../core/ports.ts';
import { Secret } from '../../core/service/credentials/secret.ts';
import { parseProfile, type ServiceProfile } from '../../core/service/profile/profile.ts';
import { reachable } from '../link-address.ts';

/** The key that signs the demo's tokens: kept, so that a reload of the window does not sign anybody out. */
const signingKeyName = 'tidemark.demo.signingKey';
/** The port of this folder's last demo: with the same one, a sign-in that a reload interrupts can still be finished. */
const portName = 'tidemark.demo.port';

export interface DemoProcess {
  /** Ends it; its port is free then. */
  readonly close: () => Promise<void>;
  readonly profile: ServiceProfile;
  /** The key that its second provider takes. */
  readonly apiKey: Secret;
}

/** Starts the demo on a loopback port. Rejects where no port can be had or the secret store does not answer. */
export async function startDemo(store: SecretStore, state: vscode.Memento): Promise<DemoProcess> {
  const { startDemoService } = await import('../../demo/server.ts');
  const ownKey = await signingKey(store);
  const options = { signingKey: ownKey, apiKey: apiKeyOf(ownKey) };
  const kept = state.get<unknown>(portName);
  const port = typeof kept === 'number' && Number.isInteger(kept) && kept > 0 && kept < 65_536 ? kept : 0;
  // Another program, or another window, may have taken the port meanwhile.
  const service = await startDemoService({ ...options, port }).catch(() => startDemoService(options));
  void acceptForwarded(new URL(service.description.baseUrl).origin, service.acceptHost);
  await state.update(portName, Number(new URL(service.description.baseUrl).port));
  const parsed = parseProfile(service.description);
  if (parsed.kind === 'invalid') {
    await service.close();
    throw new Error(
      `The demo service describes itself wrongly: ${parsed.problems.map(({ where }) => where).join(', ')}`,
    );
  }
  return { profile: parsed.profile, apiKey: new Secret(options.apiKey), close: service.close };
}

/** Where the editor's window is on another machine, its browser reaches the demo under another name. */
async function acceptForwarded(origin: string, accept: (host: string) => void): Promise<void> {
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) return;
  try {
    const address = await reachable(origin);
    if (address.kind !== 'refused') accept(new URL(address.text).host);
  } catch {
    // What cannot be forwarded is not asked under another name either.
  }
}

/** The same at every start and in every window, so that a key that was stored once is good for the next demo too. */
function apiKeyOf(ownKey: Uint8Array): string {
  return `demo-${createHmac('sha256', ownKey).update('API key').digest('base64url')}`;
}

async function signingKey(store: SecretStore): Promise<Uint8Array> {
  const kept = await store.get(signingKeyName);
  if (kept !== undefined) return new Uint8Array(Buffer.from(kept, 'base64'));
  const fresh = randomBytes(64);
  await store.store(signingKeyName, fresh.toString('base64'));
  return new Uint8Array(fresh);
}
