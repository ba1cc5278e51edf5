// Knows the addresses by which a browser reaches this extension in this window; not who asks for them.
import * as vscode from 'vscode';

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
 * Opens an address as text, which VS Code takes although its types say `Uri`: a `Uri` would decode and encode the query
 * again and spoil a redirect URI in it. An address on the extension host's own machine is first made reachable from the
 * browser, wherever that runs. Resolves to false where no browser was opened; never rejects.
 */
export async function openInBrowser(address: string): Promise<boolean> {
  try {
    return await vscode.env.openExternal((await reachable(address)) as unknown as vscode.Uri);
  } catch {
    return false;
  }
}

/** The same address as a browser on the person's machine must be given it. Rejects where VS Code cannot forward it. */
export async function reachable(address: string): Promise<string> {
  const url = new URL(address);
  if (url.protocol !== 'http:') return address;
  const base = new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url.origin))).toString(true));
  url.protocol = base.protocol;
  url.host = base.host;
  url.pathname = base.pathname.replace(/\/$/, '') + url.pathname;
  return url.href;
}
