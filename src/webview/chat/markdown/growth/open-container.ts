// How a list or table that is already drawn in part goes on: which lines make the parser read what follows as the same
// list or table, and which tokens of that reading are new.
import type { Token } from 'markdown-it';
import type { CutContainer, DrawnPart } from './block-boundaries.ts';
import { fewestLinesOfFull } from '../plain/bounds.ts';
import { mostElementsOf } from '../plain/reading-bounds.ts';
import type { ProvisionalEnd } from './provisional-end.ts';
import { isLoose } from './token-split.ts';

/** A list or table whose first parts are drawn and final. */
export interface OpenContainer {
  readonly kind: 'list' | 'table';
  /** What takes the next items or rows. */
  readonly element: Element;
  /** The node of the answer that holds the container. */
  readonly block: Element;
  /** What is drawn for now behind its final parts. */
  readonly end: ProvisionalEnd;
  /** All of the container's final lines. */
  readonly source: string;
  /** Lines that stand for the part that is drawn when what follows is parsed. */
  readonly stub: string;
  /** How many items or rows are drawn. */
  readonly parts: number;
  /** Whether a blank line has made it a loose list, whose items hold paragraphs. It never becomes tight again. */
  readonly loose: boolean;
}

/** What of an answer is final. */
interface FinalPart {
  readonly container: OpenContainer | null;
  readonly elementsLeft: number;
}

export function drawnOf({ container, elementsLeft }: FinalPart): DrawnPart {
  return { parts: container?.parts ?? 0, length: container?.source.length ?? 0, elementsLeft };
}

/** Whether more text could fill a list, a table or the answer, so that what is behind is drawn another way. */
export function mayBeFull({ container, elementsLeft }: FinalPart, text: string): boolean {
  return (
    container !== null ||
    text.split('\n', fewestLinesOfFull + 1).length > fewestLinesOfFull ||
    elementsLeft < mostElementsOf(text.length)
  );
}

/** Content that is indented as far as an item allows, so that no later sibling reads as its child. */
const stubItem = '    x\n';

/** An item of the same list, to be read before or after its other items. */
export function stubItemOf(list: Token): string {
  return list.type === 'ordered_list_open' ? `1${list.markup}${stubItem}` : `${list.markup}${stubItem}`;
}

/** A stub for the drawn part of a container: one item, or the head of the table. */
export function stubOf(container: CutContainer, source: string, loose: boolean): string {
  if (container.kind === 'list') return `${stubItemOf(container.token)}${loose ? '\n' : ''}`;
  return source.split('\n', 2).join('\n') + '\n';
}

/** Tokens of a parse that began with a stub, without what the stub stands for. */
export interface Continuation {
  /** New items or rows. */
  readonly parts: readonly Token[];
  /** What follows the container. */
  readonly rest: readonly Token[];
  /** Whether the list as read so far is loose. */
  readonly loose: boolean;
}

export function continuationOf(kind: 'list' | 'table', tokens: readonly Token[]): Continuation {
  const end = tokens.findIndex((token, index) => index > 0 && token.level === 0);
  const inside = tokens.slice(0, end);
  const rest = tokens.slice(end + 1);
  if (kind === 'list') {
    const stubEnd = inside.findIndex((token) => token.level === 1 && token.nesting === -1);
    return { parts: inside.slice(stubEnd + 1), rest, loose: isLoose(inside) };
  }
  const bodyStart = inside.findIndex((token) => token.type === 'tbody_open');
  const parts = bodyStart === -1 ? [] : inside.slice(bodyStart + 1, -1);
  return { parts, rest, loose: false };
}

/** Puts nodes at the end of an element, but for those that are in it. */
export function place(nodes: readonly ChildNode[], into: Element): void {
  for (const node of nodes) if (node.parentNode !== into) into.append(node);
}
