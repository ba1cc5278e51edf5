// Runs inside the page: draws texts through the answer view alone and reports what is in the document.
import { createAnswerView, type AnswerView } from '../../src/webview/chat/markdown/answer-view.ts';
import { answerWords } from './answer-words.ts';

/** Everything that markdown may become, and what our own code adds to it. */
const allowedElements = new Set(
  'A BLOCKQUOTE BR CODE DIV EM H1 H2 H3 H4 H5 H6 HR INPUT LI OL P PRE S SPAN STRONG SUP TABLE TBODY TD TH THEAD TR UL BUTTON'.split(
    ' ',
  ),
);
const allowedAttributes = new Set('aria-label checked class dir disabled href start tabindex title type'.split(' '));

function fresh(): { readonly element: HTMLElement; readonly view: AnswerView } {
  const element = document.createElement('div');
  element.className = 'markdown';
  document.getElementById('root')?.replaceChildren(element);
  return { element, view: createAnswerView(element, answerWords) };
}

function draw(text: string): HTMLElement {
  const { element, view } = fresh();
  view.end(text);
  return element;
}

/** Colours and formulas come in their own time, and are not part of what is compared. */
function structure(element: HTMLElement): string {
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  for (const formula of copy.querySelectorAll('math, code.formula'))
    formula.replaceWith(`formula ${formula.getAttribute('alttext') ?? formula.textContent}`);
  for (const code of copy.querySelectorAll('pre > code')) code.replaceChildren(code.textContent);
  copy.normalize();
  return copy.innerHTML;
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

function foreign(element: HTMLElement): string[] {
  const buttons = element.querySelectorAll('.code-actions > button').length;
  return [...element.querySelectorAll('*')].flatMap((node) => [
    ...(allowedElements.has(node.tagName) ? [] : [node.tagName]),
    ...node.getAttributeNames().filter((name) => !allowedAttributes.has(name)),
    ...(node.tagName === 'BUTTON' && buttons === 0 ? ['a button outside a code block'] : []),
  ]);
}

function nodesIn(node: Node): number {
  return [...node.childNodes].reduce((sum, child) => sum + nodesIn(child), 1);
}

const bench = {
  whole: (text: string): string => structure(draw(text)),
  /** The words of an answer that has begun with `text`. */
  begun(text: string): string {
    const { element, view } = fresh();
    view.append(text);
    return element.innerText;
  },
  inPieces(text: string, size: number): string {
    const { element, view } = fresh();
    for (const piece of pieces(text, size)) view.append(piece);
    view.end();
    return structure(element);
  },
  /** The labels of the marks in code. */
  marks(text: string, size: number): string[] {
    const { element, view } = fresh();
    for (const piece of pieces(text, size)) view.append(piece);
    view.end();
    return [...element.querySelectorAll<HTMLElement>('.hidden-character')].map(({ dataset }) => dataset['label'] ?? '');
  },
  /** The numbers that the numbered lists begin with. */
  starts: (text: string): number[] => [...draw(text).querySelectorAll('ol')].map(({ start }) => start),
  startsInPieces(text: string, size: number): number[] {
    const { element, view } = fresh();
    for (const piece of pieces(text, size)) view.append(piece);
    view.end();
    return [...element.querySelectorAll('ol')].map(({ start }) => start);
  },
  /** What a text is drawn as, and how often it is said that it goes on as plain text. */
  elementsAndText(text: string): { readonly elements: number; readonly notes: number; readonly text: string } {
    const drawn = draw(text);
    return {
      elements: drawn.querySelectorAll('*').length,
      notes: drawn.querySelectorAll('.plain-note').length,
      text: drawn.textContent,
    };
  },
  /** The prefixes of a text that look another way when they came in pieces than when they came at once. */
  prefixesDrawnOtherwise(text: string, size: number): string[] {
    const { element, view } = fresh();
    return pieces(text, size).flatMap((piece, index) => {
      view.append(piece);
      const streamed = structure(element);
      const prefix = text.slice(0, (index + 1) * size);
      const once = document.createElement('div');
      createAnswerView(once, answerWords).append(prefix);
      return structure(once) === streamed
        ? []
        : [`${JSON.stringify(prefix)}: ${streamed} instead of ${structure(once)}`];
    });
  },
  /** How often a block was changed or removed after others had followed it. */
  touchedBlocks(text: string): number {
    const { element, view } = fresh();
    let touched = 0;
    const finished = new Map<Element, string>();
    for (const piece of pieces(text, 7)) {
      view.append(piece);
      for (const [block, html] of finished) if (!block.isConnected || block.innerHTML !== html) touched++;
      // The last blocks may still be open: what is drawn for now, and a list or table that grows at its end.
      const closed = [...element.querySelectorAll(':scope > .part > *')].slice(0, -3);
      for (const block of closed) finished.set(block, block.innerHTML);
    }
    view.end();
    return touched;
  },
  codes: (text: string): string[] => [...draw(text).querySelectorAll('code')].map((code) => code.textContent),
  /**
   * The colours of an open code block after each piece, once nothing but its last line is plain, then its markup at the
   * end, once it has `ready` colours or more.
   */
  async colouredAsItGrows(
    texts: readonly string[],
    ready: number,
  ): Promise<{ readonly colours: number[]; readonly markup: string }> {
    const { element, view } = fresh();
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const coloursNow = (): number => element.querySelectorAll('pre > code span[class^=hljs]').length;
    const colours: number[] = [];
    for (const text of texts) {
      view.append(text);
      const code = element.querySelector('pre > code');
      while (code?.lastChild instanceof Text && code.lastChild.data.includes('\n')) await frame();
      colours.push(coloursNow());
    }
    view.end();
    const code = element.querySelector('pre > code');
    // Finished code is coloured before anything of this priority.
    do await scheduler.postTask(() => undefined, { priority: 'background' });
    while (coloursNow() < ready);
    return { colours, markup: code?.innerHTML ?? '' };
  },
  /** A block of code once no plain text is left at its end: what is coloured as what, and in how many pieces. */
  async colouring(text: string): Promise<{
    readonly keywords: number;
    readonly comments: string[];
    readonly pieces: number;
    readonly text: string;
  }> {
    const code = draw(text).querySelector('pre > code');
    if (code === null) throw new Error('There is no code.');
    while (code.lastChild instanceof Text) await new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      keywords: code.querySelectorAll('.hljs-keyword').length,
      comments: [...code.querySelectorAll('.hljs-comment')].map((comment) => comment.textContent),
      pieces: code.querySelectorAll('.code-piece').length,
      text: code.textContent,
    };
  },
  /** The markup of the first code block, drawn in pieces, once `ready` colours or more are there. */
  async colouredInPieces(text: string, size: number, ready: number): Promise<string> {
    const { element, view } = fresh();
    for (const piece of pieces(text, size)) view.append(piece);
    view.end();
    const code = element.querySelector('pre > code');
    while ((code?.querySelectorAll('span[class^=hljs]').length ?? 0) < ready)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return code?.innerHTML ?? '';
  },
  /** The markup of a text that comes a piece a frame, once so many formulas are drawn. */
  async formulasInPieces(text: string, size: number, count: number): Promise<string> {
    const { element, view } = fresh();
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const piece of pieces(text, size)) {
      view.append(piece);
      await frame();
    }
    view.end();
    while (element.querySelectorAll('math').length < count) await frame();
    element.normalize();
    return element.innerHTML;
  },
  /** What is selected of a paragraph's bold words while it grows, after each of these pieces, and at the end. */
  selectedWhileGrowing(first: string, added: readonly string[]): string[] {
    const { element, view } = fresh();
    view.append(first);
    getSelection()?.selectAllChildren(element.querySelector('strong') ?? element);
    const selected = added.map((text) => {
      view.append(text);
      return String(getSelection());
    });
    view.end();
    return [...selected, String(getSelection())];
  },
  links: (text: string): string[] => [...draw(text).querySelectorAll('a')].map((link) => link.href),
  foreignAfterEveryPrefix(text: string): string[] {
    const { element, view } = fresh();
    const found: string[] = [];
    for (const character of text) {
      view.append(character);
      found.push(...foreign(element));
    }
    view.end();
    return [...found, ...foreign(element)];
  },
  /** How many nodes were put into the document while a text was drawn in pieces. */
  workInPieces(text: string, size: number): number {
    const { element, view } = fresh();
    const observer = new MutationObserver(() => undefined);
    observer.observe(element, { childList: true, subtree: true });
    let work = 0;
    for (const piece of pieces(text, size)) {
      view.append(piece);
      for (const { addedNodes } of observer.takeRecords()) for (const node of addedNodes) work += nodesIn(node);
    }
    view.end();
    return (
      work +
      observer
        .takeRecords()
        .flatMap(({ addedNodes }) => [...addedNodes])
        .reduce((sum, node) => sum + nodesIn(node), 0)
    );
  },
};
export type AnswerBench = typeof bench;
Object.assign(window, { answerBench: bench });
