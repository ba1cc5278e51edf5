// The elements of block tokens. It builds exactly what it is given: when a block is finished, and where it goes, is
// decided by the answer view.
import type { Token } from 'markdown-it';
import { createCodeBlock } from './code/code-block.ts';
import { createFootnoteLink } from './elements/footnote-links.ts';
import { appendInline } from './inline-dom.ts';
import { infoOf, taskState } from './parser.ts';
import { plainPieces } from './plain/plain-pieces.ts';
import { plainRest } from './plain/reading-bounds.ts';
import { footnoteOpen } from './syntax/footnotes.ts';
import type { AnswerWords } from './elements/words.ts';

const headingNames: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Builds a run of block tokens. The run may end inside containers: what is open at its end is left as it is.
 */
export function buildBlocks(tokens: readonly Token[], words: AnswerWords): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: Opened[] = [];
  for (const token of tokens) {
    const into = open.at(-1)?.element ?? root;
    if (token.nesting === -1) {
      if (!token.hidden) close(open.pop());
    } else if (token.nesting === 1) {
      if (!token.hidden) open.push(openElement(into, token, words));
    } else if (token.type === 'inline') {
      appendInlineTo(into, token, words);
    } else {
      into.append(...createLeaf(token, words));
    }
  }
  for (const opened of open) close(opened);
  return root;
}

interface Opened {
  readonly element: HTMLElement;
  /** Whether its own text says in which direction it runs. */
  readonly isDirected: boolean;
}

/**
 * The browser looks for the direction anew with every child of an element that asks for it, so it is asked for at the
 * end.
 */
function close(opened: Opened | undefined): void {
  if (opened?.isDirected === true) opened.element.dir = 'auto';
}

function appendInlineTo(into: DocumentFragment | Element, token: Token, words: AnswerWords): void {
  if (into instanceof Element) appendInline(into, token.children ?? [], words);
}

function createLeaf(token: Token, words: AnswerWords): Node[] {
  switch (token.type) {
    case 'hr':
      return [document.createElement('hr')];
    case 'fence':
    case 'code_block':
      return [createCodeBlock(token.content, infoOf(token), words)];
    case plainRest:
      return plainPieces('div', token.content, words);
    default:
      return [document.createTextNode(token.content)];
  }
}

/** Appends the element that a token opens, and returns the element that takes its content. */
function openElement(into: DocumentFragment | Element, token: Token, words: AnswerWords): Opened {
  if (token.type === 'table_open') return { element: openTable(into), isDirected: false };
  const element = createContainer(token);
  into.append(element);
  const done = token.type === 'list_item_open' ? taskState(token) : null;
  if (done !== null) element.append(createTaskMark(done, words));
  return { element, isDirected: isDirected(token) };
}

function createContainer(token: Token): HTMLElement {
  switch (token.type) {
    case 'paragraph_open':
      return document.createElement('p');
    case 'blockquote_open':
      return document.createElement('blockquote');
    case 'bullet_list_open':
      return document.createElement('ul');
    case 'ordered_list_open': {
      const list = document.createElement('ol');
      const start = Number(token.attrGet('start') ?? 1);
      if (start !== 1) list.setAttribute('start', String(start));
      return list;
    }
    case 'list_item_open': {
      const item = document.createElement('li');
      if (taskState(token) !== null) item.className = 'task';
      return item;
    }
    case footnoteOpen: {
      const footnote = document.createElement('div');
      footnote.className = 'footnote';
      footnote.append(createFootnoteLink('footnote', token.info));
      return footnote;
    }
    case 'thead_open':
      return document.createElement('thead');
    case 'tbody_open':
      return document.createElement('tbody');
    case 'tr_open':
      return document.createElement('tr');
    case 'th_open':
      return createCell('th', token);
    case 'td_open':
      return createCell('td', token);
    default:
      return document.createElement(token.type === 'heading_open' && headingNames.has(token.tag) ? token.tag : 'div');
  }
}

/**
 * A block runs in the direction of its first strong character. Only outermost blocks are asked: a block whose inner
 * blocks had directions of their own would leave them out, and put its bullets and its border on the wrong side. A cell
 * is asked by itself.
 */
function isDirected({ level, type }: Token): boolean {
  return level === 0 || type === 'th_open' || type === 'td_open';
}

/** The policy of the page forbids inline style, so a column's alignment is a class. */
function createCell(name: 'th' | 'td', token: Token): HTMLElement {
  const cell = document.createElement(name);
  const alignment = /^text-align:(left|center|right)$/u.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (alignment !== undefined) cell.className = `align-${alignment}`;
  return cell;
}

/** A wide table scrolls by itself, and so needs to be reachable by keyboard. */
function openTable(into: DocumentFragment | Element): HTMLElement {
  const scroller = document.createElement('div');
  scroller.className = 'table-scroller';
  scroller.tabIndex = 0;
  const table = document.createElement('table');
  scroller.append(table);
  into.append(scroller);
  return table;
}

function createTaskMark(done: boolean, words: AnswerWords): HTMLElement {
  const mark = document.createElement('input');
  mark.type = 'checkbox';
  // The attributes, not only the properties: a copied or serialised answer keeps them.
  mark.toggleAttribute('checked', done);
  mark.toggleAttribute('disabled', true);
  mark.ariaLabel = done ? words.taskDone : words.taskOpen;
  return mark;
}
