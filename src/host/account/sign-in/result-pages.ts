// The pages that a browser shows after a redirect to this machine: whole, static, without scripts, carrying nothing of
// the request.
import * as vscode from 'vscode';
import type { LoopbackPages } from '../../../node/loopback/loopback.ts';
import { wordLanguage } from '../../words/word-language.ts';

const { l10n } = vscode;

export function loopbackPages(): LoopbackPages {
  const editor = vscode.env.appName;
  return {
    accepted: page(
      'check',
      l10n.t('Back to {0}', editor),
      l10n.t('Tidemark has received the answer and is finishing the sign-in. You can close this page.'),
    ),
    denied: page(
      'stop',
      l10n.t('The sign-in was denied'),
      l10n.t('Nothing has changed. You can close this page; in {0} you can start again or go on without.', editor),
    ),
    rejected: page(
      'stop',
      l10n.t('This answer does not match'),
      l10n.t(
        'It does not belong to a running sign-in, so nothing was sent. Return to {0} and start the sign-in again.',
        editor,
      ),
    ),
  };
}

const marks = {
  check: '<path d="m7.5 12.5 3 3 6-7"/>',
  stop: '<path d="M12 7v6m0 3.5v.1"/>',
};

function page(mark: keyof typeof marks, title: string, text: string): string {
  return `<!doctype html>
<html lang="${escaped(wordLanguage(vscode))}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Tidemark: ${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --mark: light-dark(#0b6478, #5cc3d8); }
  body { min-height: 100vh; margin: 0; display: grid; place-content: center; padding: 24px; box-sizing: border-box; }
  main { max-width: 30rem; }
  svg { width: 40px; height: 40px; fill: none; stroke: var(--mark); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
  h1 { font-size: 1.5rem; font-weight: 600; margin: 8px 0; text-wrap: balance; }
  p { margin: 0; text-wrap: pretty; }
</style>
<main><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/>${marks[mark]}</svg>
<h1>${escaped(title)}</h1><p>${escaped(text)}</p></main>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
