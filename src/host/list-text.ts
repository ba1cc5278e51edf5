// Knows how names are put one after another in a sentence; not what they name.
import * as vscode from 'vscode';
import { wordLanguage } from './word-language.ts';

/** `a, b, c`, with the commas of the language that the sentence is in. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(wordLanguage(vscode), { type: 'conjunction', style: 'narrow' }).format(names);
}
