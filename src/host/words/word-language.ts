// The language of Tidemark's own words. Numbers and times follow VS Code's language, whether there is a translation for
// it or not.

/** What VS Code says about languages. */
interface Host {
  readonly env: { readonly language: string };
  readonly l10n: { readonly bundle: Readonly<Record<string, string>> | undefined };
}

/** As a language tag: VS Code's language where a translation was loaded, else that of the source. */
export function wordLanguage({ env, l10n }: Host): string {
  return l10n.bundle === undefined ? 'en' : env.language;
}
