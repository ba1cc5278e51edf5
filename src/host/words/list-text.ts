// Names one after another in a sentence, and sentences in a paragraph.
import * as vscode from 'vscode';
import { wordLanguage } from './word-language.ts';

/** `a, b, c`, with the commas of the language that the sentence is in. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(wordLanguage(vscode), { type: 'conjunction', style: 'narrow' }).format(names);
}

/** One sentence after another; not every script leaves a space between them. */
export function paragraph(sentences: readonly string[]): string {
  return sentences.reduce(
    (before, sentence) => (before === '' ? sentence : vscode.l10n.t('{0} {1}', before, sentence)),
    '',
  );
}
