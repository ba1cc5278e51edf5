// Knows the pages that a browser shows after a redirect to this machine: whole, static, without scripts, carrying nothing
// of the request; not when they are served.
import { l10n } from 'vscode';
import type { LoopbackPages } from '../../node/loopback.ts';

export function loopbackPages(): LoopbackPages {
  return {
    accepted: page(l10n.t('Almost there'), l10n.t('Tidemark has received the answer. You can close this page and return to VS Code.')),
    rejected: page(
      l10n.t('This answer does not match'),
      l10n.t('It does not belong to a running sign-in, so nothing was sent. Return to VS Code and start the sign-in again.'),
    ),
  };
}

function page(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tidemark: ${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { min-height: 90vh; margin: 0; display: grid; place-content: center; padding: 0 24px; }
  main { max-width: 30rem; }
  h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 8px; }
  p { margin: 0; }
</style>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
