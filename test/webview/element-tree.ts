// Elements as plain data that can leave a page.

export interface TreeElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Tree[];
}

/** An element, or text. */
export type Tree = TreeElement | string;

export function treeOf(node: Node): Tree {
  if (!(node instanceof Element)) return node.textContent ?? '';
  return {
    tag: node.tagName.toLowerCase(),
    attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    children: [...node.childNodes].map(treeOf),
  };
}
