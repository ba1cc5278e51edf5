// Knows the document that carries the chat page into a webview, and its policy; not what the page does. The policy lets
// in our own files and nothing else; with no Trusted Types policy allowed, no text can reach the HTML parser at all.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import type { PageStrings } from '../../core/chat/panel-messages.ts';

export function pageDocument(webview: vscode.Webview, extensionUri: vscode.Uri, strings: PageStrings): string {
  const file = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark</title>
<link rel="stylesheet" href="${file('dist', 'webview', 'codicon.css')}">
<link rel="stylesheet" href="${file('media', 'chat.css')}">
</head>
<body>
<script type="application/json" id="strings">${inertJson(strings)}</script>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${file('dist', 'webview', 'chat.js')}"></script>
</body>
</html>`;
}

/** JSON that cannot end the script element it stands in, whatever a translation says. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
