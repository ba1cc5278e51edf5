// Finds out whether VS Code's own link brings a browser's answer to this window.
import type * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import type { IncomingUris } from '../incoming-uris.ts';
import { linkAddress, openInBrowser } from '../link-address.ts';

const path = '/diagnose';
const deadlineMilliseconds = 10_000;

export type RoundTrip = 'arrived' | 'notOpened' | 'silent';

/** Opens a link to this window in the browser and waits for it to come back. Never rejects. */
export async function tryRoundTrip(uris: IncomingUris): Promise<RoundTrip> {
  const mark = randomBytes(8).toString('hex');
  const subscriptions: vscode.Disposable[] = [];
  const arrived = new Promise<RoundTrip>((resolve) => {
    subscriptions.push(
      uris.onUri((uri) => {
        if (uri.path === path && new URLSearchParams(uri.query).get('mark') === mark) resolve('arrived');
      }),
    );
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<RoundTrip>((resolve) => {
    timer = setTimeout(() => resolve('silent'), deadlineMilliseconds);
  });
  try {
    const address = new URL(await linkAddress(path));
    address.searchParams.set('mark', mark);
    if (!(await openInBrowser(address.href))) return 'notOpened';
    return await Promise.race([arrived, silence]);
  } catch {
    return 'notOpened';
  } finally {
    clearTimeout(timer);
    for (const subscription of subscriptions) subscription.dispose();
  }
}
