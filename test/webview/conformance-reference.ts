// Runs in a page of its own that has no policy: reads HTML as the browser does, without running or loading any of it.
import { treeOf, type Tree } from './element-tree.ts';

const reference = {
  trees: (htmls: readonly string[]): Tree[] =>
    htmls.map((html) => treeOf(new DOMParser().parseFromString(html, 'text/html').body)),
};
export type Reference = typeof reference;
Object.assign(window, { reference });
