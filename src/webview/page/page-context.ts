// What a page's parts use wherever they stand in it, handed down by the page itself.
import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';

interface PageContext<Given> {
  readonly PageProvider: Context<Given | null>['Provider'];
  readonly usePage: () => Given;
}

export function createPageContext<Given>(): PageContext<Given> {
  const context = createContext<Given | null>(null);
  return {
    PageProvider: context.Provider,
    usePage() {
      const page = useContext(context);
      if (page === null) throw new Error('A part of the page was drawn outside the page.');
      return page;
    },
  };
}

/** Puts values into a localised sentence at `{0}`, `{1}` and so on. */
export function filled(sentence: string, ...values: readonly string[]): string {
  return sentence.replaceAll(/\{(\d+)\}/gu, (mark, index: string) => values[Number(index)] ?? mark);
}
