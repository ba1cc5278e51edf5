// Knows which elements stand for which block tokens. It builds exactly what it is given: when a block is finished, and
// where it goes, is decided by the answer view.
import type { Token } from 'markdown-it';
import { createCodeBlock, languageOf } from './code-block.ts';
import { appendInline } from './inline-dom.ts';
import { infoOf, taskState } from './parser.ts';
import type { AnswerWords } from './words.ts';

const headingNames: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Builds a run of block tokens. The run may end inside containers: what is open at its end is left as it is.
 */
export function buildBlocks(tokens: readonly Token[], words: AnswerWords): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | Element)[] = [root];
  for (const token of tokens) {
    const into = open.at(-1) ?? root;
    if (token.nesting === -1) {
      if (!token.hidden) open.pop();
    } else if (token.nesting === 1) {
      if (!token.hidden) open.push(openElement(into, token, words));
    } else if (token.type === 'inline') {
      appendInlineTo(into, token, words);
    } else {
      into.append(createLeaf(token, words));
    }
  }
  return root;
}

function appendInlineTo(into: DocumentFragment | Element, token: Token, words: AnswerWords): void {
  if (into instanceof Element) appendInline(into, token.children ?? [], words);
}

function createLeaf(token: Token, words: AnswerWords): Node {
  switch (token.type) {
    case 'hr':
      return document.createElement('hr');
    case 'fence':
    case 'code_block':
      return createCodeBlock(token.content, languageOf(infoOf(token)), words);
    default:
      return document.createTextNode(token.content);
  }
}

/** Appends the element that a token opens, and returns the element that takes its content. */
function openElement(into: DocumentFragment | Element, token: Token, words: AnswerWords): Element {
  if (token.type === 'table_open') return openTable(into);
  const element = createContainer(token);
  into.append(element);
  const done = token.type === 'list_item_open' ? taskState(token) : null;
  if (done !== null) element.append(createTaskMark(done, words));
  return element;
}

function createContainer(token: Token): HTMLElement {
  switch (token.type) {
    case 'paragraph_open':
      return createDirected('p', token);
    case 'blockquote_open':
      return createDirected('blockquote', token);
    case 'bullet_list_open':
      return createDirected('ul', token);
    case 'ordered_list_open': {
      const list = createDirected('ol', token);
      const start = Number(token.attrGet('start') ?? 1);
      if (start !== 1) list.setAttribute('start', String(start));
      return list;
    }
    case 'list_item_open': {
      const item = document.createElement('li');
      if (taskState(token) !== null) item.className = 'task';
      return item;
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
      return createDirected(token.type === 'heading_open' && headingNames.has(token.tag) ? token.tag : 'div', token);
  }
}

/**
 * A block runs in the direction of its first strong character. Only outermost blocks are asked: a block whose inner
 * blocks had directions of their own would leave them out, and put its bullets and its border on the wrong side.
 */
function createDirected(name: string, { level }: Token): HTMLElement {
  const element = document.createElement(name);
  if (level === 0) element.dir = 'auto';
  return element;
}

/** The policy of the page forbids inline style, so a column's alignment is a class. */
function createCell(name: 'th' | 'td', token: Token): HTMLElement {
  const cell = document.createElement(name);
  cell.dir = 'auto';
  const alignment = /^text-align:(left|center|right)$/u.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (alignment !== undefined) cell.className = `align-${alignment}`;
  return cell;
}

/** A wide table scrolls by itself, and so needs to be reachable by keyboard. */
function openTable(into: DocumentFragment | Element): Element {
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
