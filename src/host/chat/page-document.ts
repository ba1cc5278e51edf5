// Knows the document that carries the chat page into a webview; not what the page does, nor what its policy lets in.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import type { PageStrings } from '../../core/chat/panel-messages.ts';
import { pagePolicy } from './page-policy.ts';

export function pageDocument(webview: vscode.Webview, extensionUri: vscode.Uri, strings: PageStrings): string {
  const file = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = randomBytes(16).toString('base64');
  const policy = pagePolicy(webview.cspSource, nonce);
  return `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark</title>
<link rel="stylesheet" href="${file('dist', 'webview', 'codicon.css')}">
<link rel="stylesheet" href="${file('media', 'chat.css')}">
<link rel="stylesheet" href="${file('media', 'composer.css')}">
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
