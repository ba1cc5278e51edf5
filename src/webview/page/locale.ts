// Knows in whose way a page writes numbers and times: the person's, which need not be the language of the page's words.

/** The locale that the document names, or the language of its words where it names none. */
export function pageLocale(): string {
  const { dataset, lang } = document.documentElement;
  return dataset['locale'] ?? (lang === '' ? 'en' : lang);
}
