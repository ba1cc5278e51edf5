import * as vscode from 'vscode';
import { disguisedScript, mixedScripts } from '../../core/service/scripts.ts';
import { listText } from './list-text.ts';
import { wordLanguage } from './word-language.ts';

/**
 * The sentence for a name of others whose letters may stand for others that look alike; null where there is nothing to
 * say.
 */
export function misleadingLettersText(name: string): string | null {
  const names = new Intl.DisplayNames(wordLanguage(vscode), { type: 'script' });
  const called = (script: string): string => names.of(script) ?? script;
  const mixed = mixedScripts(name);
  if (mixed.length > 0)
    return vscode.l10n.t(
      'A word of this name mixes letters of different scripts ({0}), as no language does: some may look like others.',
      listText(mixed.map(called)),
    );
  const disguised = disguisedScript(name);
  if (disguised === null) return null;
  return vscode.l10n.t(
    'This name is written in another script ({0}), in letters that all look like Latin ones: it may be taken for another name.',
    called(disguised),
  );
}
