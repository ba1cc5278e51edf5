// Knows the ways in which a browser's answer can reach this window, which of them this environment supports, and the
// redirect URI of each; not what is done with the answer. @see decisions 5, 19
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import { type AuthorizeRequest, createState } from '../../core/account/oauth.ts';
import type { ProviderId, RedirectShape, ServiceProfile } from '../../core/service/profile.ts';
import { listenOnLoopback } from '../../node/loopback.ts';
import { readBrowserOnThisMachine } from '../settings.ts';
import type { SignInAttempt } from './attempt.ts';
import { loopbackPages } from './result-pages.ts';

const extensionId = 'tidemark.tidemark';

/** The shapes to try, in order: the profile's list, less what this environment cannot hear. */
export function supportedShapes(profile: ServiceProfile, provider: ProviderId): RedirectShape[] {
  // Section 4.2: the second provider's current shape is the first one's legacy shape.
  const own = profile.redirectShapes.map((shape) => (shape === 'primary-auth' && provider === 'secondary' ? 'oauth' : shape));
  return [...new Set(own)].filter((shape) => shape !== 'loopback' || canListenOnLoopback());
}

/** The extension host is the person's own machine, or the person says that the browser is on it. */
function canListenOnLoopback(): boolean {
  const own = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  return own || readBrowserOnThisMachine();
}

export interface CallbackWay {
  readonly dispose: () => void;
  readonly request: AuthorizeRequest;
}

/**
 * Opens one way for the attempt and adds its authorize request. The way stays open until disposed. Rejects where a
 * listener cannot have a port.
 */
export async function openWay(shape: RedirectShape, provider: ProviderId, attempt: SignInAttempt): Promise<CallbackWay> {
  const state = createState((count) => randomBytes(count));
  if (shape === 'loopback') {
    const listener = await listenOnLoopback(loopbackPages(), (query) => attempt.receive(query) === 'settled');
    const request = { provider, state, redirectUri: listener.redirectUri };
    attempt.add(request);
    return { request, dispose: () => listener.close() };
  }
  const request = { provider, state, redirectUri: await uriHandlerRedirect(shape) };
  attempt.add(request);
  return { request, dispose: () => undefined };
}

/**
 * On the desktop the bare URI, since a service may compare it to the letter and `asExternalUri` may add a window's id;
 * on the web what `asExternalUri` gives, since a browser cannot open the scheme.
 */
async function uriHandlerRedirect(shape: Exclude<RedirectShape, 'loopback'>): Promise<string> {
  const bare = `${vscode.env.uriScheme}://${extensionId}/${shape}/callback`;
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return bare;
  return (await vscode.env.asExternalUri(vscode.Uri.parse(bare))).toString(true);
}
