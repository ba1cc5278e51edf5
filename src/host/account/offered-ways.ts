// Knows in which order a sign-in's ways are offered: the first at once, a further one when nothing has come back for a
// while and the person asks for it. What was opened stays valid until one settles. It does not know what a way is.
import * as vscode from 'vscode';
import { authorizeUrl } from '../../core/account/oauth.ts';
import type { ProviderId, ServiceProfile } from '../../core/service/profile.ts';
import type { Settlement, SignInAttempt } from './attempt.ts';
import { openWay, supportedShapes } from './callback-ways.ts';

const { l10n } = vscode;
const offerMilliseconds = 20_000;

/**
 * Resolves with what settled the attempt, or null when `ended` fires first. Rejects where the first way cannot be opened.
 * Everything opened is pushed to `started`, for the caller to dispose.
 */
export async function offerWays(
  attempt: SignInAttempt,
  profile: ServiceProfile,
  provider: ProviderId,
  ended: AbortSignal,
  started: { dispose: () => unknown }[],
): Promise<Settlement | null> {
  const trouble = new Promise<never>((_resolve, reject) => {
    openOneByOne(attempt, profile, provider, ended, started).catch(reject);
  });
  return Promise.race([attempt.settlement, whenAborted(ended), trouble]);
}

async function openOneByOne(
  attempt: SignInAttempt,
  profile: ServiceProfile,
  provider: ProviderId,
  ended: AbortSignal,
  started: { dispose: () => unknown }[],
): Promise<void> {
  for (const [index, shape] of supportedShapes(profile, provider).entries()) {
    if (index > 0 && !(await wantsAnotherWay(attempt, ended))) return;
    const way = await openWay(shape, provider, attempt);
    started.push(way);
    await openBrowser(authorizeUrl(profile, way.request));
  }
}

/** Waits for a while, then asks; false when the attempt ended meanwhile or the person goes on with what is open. */
async function wantsAnotherWay(attempt: SignInAttempt, ended: AbortSignal): Promise<boolean> {
  const over = Promise.race([attempt.settlement, whenAborted(ended)]).then(() => false);
  const elapsed = new Promise<true>((resolve) => setTimeout(() => resolve(true), offerMilliseconds));
  if (!(await Promise.race([over, elapsed]))) return false;
  const another = l10n.t('Try Another Way');
  const text = l10n.t('Nothing has come back from the browser yet. You can go on there, or try another way.');
  const asked = Promise.resolve(vscode.window.showInformationMessage(text, another)).then((answer) => answer === another);
  return Promise.race([over, asked]);
}

/**
 * Opens the address as text, which VS Code takes although its types say `Uri`: a `Uri` would decode and encode the query
 * again and spoil the redirect URI in it. An address on the extension host's own machine is first made reachable from the
 * browser, wherever that runs.
 */
async function openBrowser(address: string): Promise<void> {
  const url = new URL(address);
  if (url.protocol === 'http:') {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(url.origin));
    const base = new URL(external.toString(true));
    url.protocol = base.protocol;
    url.host = base.host;
    url.pathname = base.pathname.replace(/\/$/, '') + url.pathname;
  }
  await vscode.env.openExternal(url.href as unknown as vscode.Uri);
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
