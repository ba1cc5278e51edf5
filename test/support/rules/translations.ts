// The files of translations, and what a translated string must share with its English.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readManifest, readStrings } from './manifest.ts';
import { projectFolder } from './source-files.ts';

/** What VS Code calls a language: `zh-cn`. */
type Language = string;

/** The translations of the sentences in the source, by the English sentence: VS Code looks a literal up by itself. */
export function readBundles(): Map<Language, Map<string, string>> {
  return readByLanguage(readManifest().manifest.l10n, /^bundle\.l10n\.([a-z-]+)\.json$/);
}

/** The translations of the strings in the manifest, by the key that they have in `package.nls.json`. */
export function readManifestTranslations(): Map<Language, Map<string, string>> {
  return readByLanguage('.', /^package\.nls\.([a-z-]+)\.json$/);
}

function readByLanguage(folder: string, pattern: RegExp): Map<Language, Map<string, string>> {
  const files = readdirSync(path.join(projectFolder, folder)).sort();
  return new Map(
    files.flatMap((file) => {
      const [, language] = pattern.exec(file) ?? [];
      return language === undefined ? [] : [[language, readStrings(path.join(folder, file))] as const];
    }),
  );
}

/** Strings that are the same in every language: names, keys as they are printed, and formats without a word in them. */
const shared = new Set(['Tidemark', 'Markdown', 'JSON', 'Enter', 'Ctrl+Enter', 'Cmd+Enter', '{0}%']);

const endings: ReadonlyMap<string, string> = new Map([
  ['.', '.。'],
  ['?', '?？'],
  [':', ':：'],
  ['…', '…'],
]);
const allEndings = [...endings.values()].join('');

/** What is wrong with a translation, each in a few words; none where it may stand. */
export function faultsOf(english: string, translation: string): string[] {
  if (translation.trim() === '') return ['is empty'];
  const faults: string[] = [];
  if (translation === english && !shared.has(english)) faults.push('is the English');
  if (placesIn(english) !== placesIn(translation)) faults.push('has other places');
  if (linksIn(english) !== linksIn(translation)) faults.push('has not the same links and code');
  const wanted = endings.get(english.at(-1) ?? '');
  const last = translation.at(-1) ?? '';
  if (wanted === undefined ? allEndings.includes(last) : !wanted.includes(last)) faults.push(`ends in ${last}`);
  return faults;
}

/**
 * What is wrong with how a Chinese text is set, as VS Code sets its own: full-width marks, and spaces around other
 * scripts.
 */
export function chineseFaultsOf(translation: string): string[] {
  const faults: string[] = [];
  if (/\p{Script=Han}[,.;:?!"]|[;?!"]\p{Script=Han}/u.test(translation))
    faults.push('has half-width marks beside Chinese');
  if (/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(translation))
    faults.push('lacks a space between Chinese and other letters');
  if (/[，。；：？！“（][ ]|[ ][，。；：？！”）]/u.test(translation))
    faults.push('has a space beside a full-width mark');
  return faults;
}

const placesIn = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');

/** Where its links lead and what is in it as code. */
const linksIn = (text: string): string => [...(text.match(/\]\([^)]*\)|`[^`]*`/g) ?? [])].sort().join(' ');
