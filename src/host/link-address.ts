// The addresses by which a browser reaches this extension in this window.
import * as vscode from 'vscode';
import { browserAddress, type BrowserAddress } from '../core/service/address/browser-address.ts';
import { forwardedAddress, isForwarded, keepsPort } from '../core/service/address/forwarded-address.ts';

const extensionId = 'tidemark.tidemark';

/**
 * On the desktop the bare URI with the scheme of this very editor, since a service may compare it to the letter and
 * `asExternalUri` may add a window's id; on the web what `asExternalUri` gives, since a browser cannot open the scheme.
 * Rejects where VS Code cannot give one.
 */
export async function linkAddress(path: string): Promise<string> {
  const bare = `${vscode.env.uriScheme}://${extensionId}${path}`;
  if (vscode.env.uiKind === vscode.UIKind.Desktop) return bare;
  return (await vscode.env.asExternalUri(vscode.Uri.parse(bare))).toString(true);
}

/**
 * Whether VS Code makes the port of an address on this machine the same port of the person's machine, so that a browser
 * there that is sent to this very address arrives. Never rejects.
 */
export async function isForwardedAlike(address: string): Promise<boolean> {
  try {
    const origin = vscode.Uri.parse(new URL(address).origin);
    return keepsPort(address, (await vscode.env.asExternalUri(origin)).toString(true));
  } catch {
    return false;
  }
}

/**
 * Opens an address in the browser, made reachable from there. Resolves to false where no browser was opened; never
 * rejects.
 */
export async function openInBrowser(address: string): Promise<boolean> {
  const target = await reachable(address);
  return target.kind === 'address' && openExactly(target.text);
}

/**
 * Opens an address byte for byte. VS Code takes it as text although its types say `Uri`, shows the same text where it
 * asks whether the site is trusted, and hands it to the browser as it is; a `Uri` would be unescaped and escaped again,
 * and so lead elsewhere. Resolves to false where no browser was opened; never rejects.
 *
 * @param address as `reachable` gives it: VS Code rewrites others even where they are text.
 */
export async function openExactly(address: string): Promise<boolean> {
  try {
    return await vscode.env.openExternal(address as unknown as vscode.Uri);
  } catch {
    return false;
  }
}

/**
 * The form of an address that a browser on the person's machine is given, wherever the extension host runs. Never
 * rejects: an address that VS Code cannot forward is refused.
 */
export async function reachable(address: string): Promise<BrowserAddress> {
  const target = browserAddress(address);
  if (target.kind === 'refused' || !isForwarded(target.text)) return target;
  try {
    const origin = vscode.Uri.parse(new URL(target.text).origin);
    const forwarded = forwardedAddress(target.text, (await vscode.env.asExternalUri(origin)).toString(true));
    if (forwarded !== null) return browserAddress(forwarded);
  } catch {
    // Where VS Code knows no way there, it would open an address that leads nowhere.
  }
  return { kind: 'refused', reason: 'forwarded', read: target.text };
}
