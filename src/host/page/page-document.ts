// The HTML document that carries a page into a webview.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import { pagePolicy } from './page-policy.ts';
import { wordLanguage } from '../words/word-language.ts';

/** Which page: its script is `dist/webview/<page>.js`. */
export type PageName = 'chat' | 'plan';

/** In `media`, in the order in which they are read. */
const styleSheets: Readonly<Record<PageName, readonly string[]>> = {
  chat: ['page.css', 'chat.css', 'composer.css', 'run.css', 'formula.css'],
  plan: ['page.css', 'plan.css'],
};

/** What a webview must be allowed to show a page. */
export function pageOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return {
    enableScripts: true,
    localResourceRoots: [
      vscode.Uri.joinPath(extensionUri, 'dist', 'webview'),
      vscode.Uri.joinPath(extensionUri, 'media'),
    ],
  };
}

/** @param strings the page's own words, localised; they travel as JSON. */
export function pageDocument(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: PageName,
  strings: Readonly<Record<string, string>>,
): string {
  const file = (...path: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = randomBytes(16).toString('base64');
  const policy = pagePolicy(webview.cspSource, nonce);
  return `<!doctype html>
<html lang="${wordLanguage(vscode)}" data-locale="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark</title>
<link rel="stylesheet" href="${file('dist', 'webview', 'codicon.css')}">
${styleSheets[page].map((name) => `<link rel="stylesheet" href="${file('media', name)}">`).join('\n')}
</head>
<body>
<script type="application/json" id="strings">${inertJson(strings)}</script>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${file('dist', 'webview', `${page}.js`)}"></script>
</body>
</html>`;
}

/** JSON that cannot end the script element it is in, whatever a translation says. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
