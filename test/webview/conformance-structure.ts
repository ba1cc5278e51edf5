// Brings the structure that a specification gives and the one that the page shows to one form: where the page shows an
// image as a link, or an address that leads nowhere as text, the specification's side is rewritten so.
import { liveTarget } from '../../src/webview/chat/markdown/elements/link-target.ts';
import type { Tree, TreeElement } from './element-tree.ts';

/** A structure as one line for each element or text, indented by its depth. */
export type Outline = string;

const blockParents: ReadonlySet<string> = new Set([
  'body',
  'blockquote',
  'li',
  'ul',
  'ol',
  'table',
  'thead',
  'tbody',
  'tr',
  'div',
]);

/** The page's own side. */
export function shownOutline(answer: Tree): Outline {
  return outlineOf(childrenOf(answer).flatMap(plainOf));
}

/** The specification's side: HTML as a converter writes it. */
export function specifiedOutline(body: Tree): Outline {
  return outlineOf(childrenOf(body).flatMap((child) => specifiedOf(child, false)));
}

function childrenOf(tree: Tree): readonly Tree[] {
  return typeof tree === 'string' ? [] : tree.children;
}

function element(tag: string, attributes: Readonly<Record<string, string>>, children: readonly Tree[]): TreeElement {
  return { tag, attributes, children };
}

/**
 * Takes away what the page adds around blocks: parts, the heads of code blocks, what lets a table scroll, and marks in
 * code.
 */
function plainOf(tree: Tree): Tree[] {
  if (typeof tree === 'string') return [tree];
  const { tag, attributes, children } = tree;
  const name = attributes['class'] ?? '';
  if (tag === 'div' && (name.startsWith('part') || name === 'table-scroller')) return children.flatMap(plainOf);
  if (tag === 'span' && name === 'hidden-character') return children.flatMap(plainOf);
  if (tag === 'div' && name === 'code-block') return [plainCode(tree)];
  const kept = ((): Readonly<Record<string, string>> => {
    switch (tag) {
      case 'a':
        return only(attributes, 'href', 'title');
      case 'ol':
        return only(attributes, 'start');
      case 'td':
      case 'th':
        return name === '' ? {} : { align: name.replace('align-', '') };
      case 'input':
        return only(attributes, 'checked');
      case 'span':
        // Whether it may lead to a file is no structure yet.
        return name === 'file-link' ? only(attributes, 'title') : only(attributes, 'class', 'title');
      default:
        return {};
    }
  })();
  return [element(tag, kept, children.flatMap(plainOf))];
}

function plainCode({ children }: TreeElement): Tree {
  const [header, scroller] = children;
  const label = textOf(childrenOf(header ?? '')[0] ?? '');
  return element('pre', {}, [element('code', { language: label }, [textOf(scroller ?? '')])]);
}

function specifiedOf(tree: Tree, inLink: boolean): Tree[] {
  if (typeof tree === 'string') return [tree];
  const { tag, attributes, children } = tree;
  const inside = children.flatMap((child) => specifiedOf(child, inLink || tag === 'a'));
  switch (tag) {
    case 'a':
      return specifiedLink(attributes, inside);
    case 'img':
      return [specifiedImage(attributes, inLink)];
    case 'del':
      return [element('s', {}, inside)];
    case 'td':
    case 'th':
      return [element(tag, cellAlignment(attributes), inside)];
    case 'pre':
      return [specifiedCode(tree)];
    case 'ol':
      return [element(tag, attributes['start'] === '1' ? {} : only(attributes, 'start'), inside)];
    case 'input':
      return [element(tag, only(attributes, 'checked'), inside)];
    default:
      return [element(tag, {}, inside)];
  }
}

function cellAlignment({ align, style }: Readonly<Record<string, string>>): Record<string, string> {
  const alignment = align ?? /^text-align:(\w+)$/u.exec(style ?? '')?.[1];
  return alignment === undefined ? {} : { align: alignment };
}

function specifiedCode(pre: TreeElement): Tree {
  const [code] = pre.children;
  const name = typeof code === 'object' ? (code.attributes['class'] ?? '') : '';
  const language = /^language-(\S+)$/u.exec(name)?.[1]?.toLowerCase() ?? 'text';
  return element('pre', {}, [element('code', { language }, [textOf(pre)])]);
}

function specifiedLink({ href = '', title }: Readonly<Record<string, string>>, children: readonly Tree[]): Tree[] {
  const target = liveTarget(href);
  if (target === null) return [element('span', title === undefined ? {} : { title }, children), address(href)];
  return [liveLink(target, title, children)];
}

function liveLink(target: string, title: string | undefined, children: readonly Tree[]): Tree {
  return element(
    'a',
    { href: target, title: title === undefined || title === '' ? target : `${target}\n${title}` },
    children,
  );
}

function specifiedImage({ src = '', alt = '', title }: Readonly<Record<string, string>>, inLink: boolean): Tree {
  const target = inLink ? null : liveTarget(src);
  const omitted = element('span', { class: 'address' }, [' (image not loaded)']);
  if (target !== null)
    return element('span', { class: 'image-note' }, [liveLink(target, title, [alt === '' ? target : alt]), omitted]);
  return element('span', { class: 'image-note', ...(title === undefined ? {} : { title }) }, [
    alt,
    address(src),
    omitted,
  ]);
}

function address(href: string): Tree {
  return element('span', { class: 'address' }, href === '' ? [] : [` (${href})`]);
}

function only(attributes: Readonly<Record<string, string>>, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
}

export function textOf(tree: Tree): string {
  return typeof tree === 'string' ? tree : tree.children.map(textOf).join('');
}

function outlineOf(trees: readonly Tree[]): Outline {
  return linesOf(element('body', {}, trees), '').join('\n');
}

function linesOf(tree: Tree, indent: string): string[] {
  if (typeof tree === 'string') return [`${indent}${JSON.stringify(tree)}`];
  const attributes = Object.entries(tree.attributes).sort(([left], [right]) => (left < right ? -1 : 1));
  const head = `${indent}<${[tree.tag, ...attributes.map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(' ')}>`;
  return [head, ...contentOf(tree).flatMap((child) => linesOf(child, `${indent}  `))];
}

/**
 * An element's children with neighbouring texts joined, and without the line breaks that converters put around blocks.
 */
function contentOf({ tag, children }: TreeElement): Tree[] {
  const joined: Tree[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (typeof child === 'string' && typeof last === 'string') joined[joined.length - 1] = last + child;
    else joined.push(child);
  }
  return joined.flatMap((child, index) => {
    if (typeof child !== 'string' || tag === 'code') return [child];
    const before = joined[index - 1];
    const afterMark = typeof before === 'object' && (before.tag === 'br' || before.tag === 'input');
    const begun = afterMark ? child.replace(/^\s/u, '') : child;
    const text = blockParents.has(tag) ? begun.replaceAll(/^\n+|\n+$/gu, '') : begun;
    return text === '' ? [] : [text];
  });
}
