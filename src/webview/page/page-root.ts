// What the host has put into the page's document: where to draw, the strings, the locale.
import type * as z from 'zod/mini';

export interface PageRoot<Strings> {
  readonly root: HTMLElement;
  readonly strings: Strings;
}

/** Throws where the document is not the one that the host makes. */
export function readPageRoot<Strings>(stringsSchema: z.ZodMiniType<Strings>): PageRoot<Strings> {
  const root = document.getElementById('root');
  const strings = document.getElementById('strings');
  if (root === null || strings === null) throw new Error('The page came without its root or its strings.');
  return { root, strings: stringsSchema.parse(JSON.parse(strings.textContent)) };
}

/**
 * The locale of numbers and times: the person's, which need not be the language of the page's words. Where the document
 * names none it is that of the words.
 */
export function pageLocale(): string {
  const { dataset, lang } = document.documentElement;
  return dataset['locale'] ?? (lang === '' ? 'en' : lang);
}
