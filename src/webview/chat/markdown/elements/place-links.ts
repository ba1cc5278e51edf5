// Names of places become links once the host has found them: code in a line, links to files, and paths with a line in
// the words. Until then, and where nothing is found, they stay what they are.
import { namedPlace, namedPlaceAt, placesInWords } from '../../../../protocol/chat.ts';
import { makeLive } from './live-elements.ts';
import { lookUpPlace } from './place-lookup.ts';
import type { AnswerWords } from './words.ts';

/** Links whose address is none of the web's. */
interface FileLink {
  readonly href: string;
  /** What shows the address behind the words. */
  readonly address: Element;
}
const fileLinks = new WeakMap<Element, FileLink>();

/** Whether it may become a link to a file; until then it is words with an address behind them. */
export function noteFileLink(words: HTMLElement, href: string, address: Element): void {
  if (namedPlaceAt(href) === null) return;
  words.className = 'file-link';
  fileLinks.set(words, { href, address });
}

/** Looks for the places that finished blocks name. */
export function linkPlacesIn(blocks: readonly ChildNode[], words: Pick<AnswerWords, 'openPlace'>): void {
  for (const block of blocks) {
    // What is drawn to be measured, or to warm up, is nowhere that a link could be pressed.
    if (!(block instanceof Element) || !block.isConnected || block.classList.contains('code-block')) continue;
    for (const link of block.getElementsByClassName('file-link')) linkFile(link, words);
    for (const code of block.getElementsByTagName('code')) linkCode(code, words);
    linkWords(block, words);
  }
}

function linkFile(element: Element, words: Pick<AnswerWords, 'openPlace'>): void {
  const link = fileLinks.get(element);
  // A link without words could not be pressed.
  if (link === undefined || element.textContent === '') return;
  lookUpPlace(link.href, (leadsTo) => {
    if (leadsTo !== 'file' || !element.isConnected) return;
    const anchor = createPlaceLink(link.href, words);
    anchor.append(...element.childNodes);
    element.replaceWith(anchor);
    link.address.remove();
  });
}

function linkCode(code: Element, words: Pick<AnswerWords, 'openPlace'>): void {
  const name = code.textContent;
  if (namedPlace(name) === null || code.closest('a, pre, .file-link, .formula') !== null) return;
  lookUpPlace(name, (leadsTo) => {
    if ((leadsTo !== 'file' && leadsTo !== 'symbol') || !code.isConnected || code.closest('a') !== null) return;
    const anchor = createPlaceLink(name, words);
    code.replaceWith(anchor);
    anchor.append(code);
  });
}

function linkWords(block: Element, words: Pick<AnswerWords, 'openPlace'>): void {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node;
    if (!(text instanceof Text) || !text.data.includes(':')) continue;
    if (text.parentElement?.closest('a, code, math, .file-link') !== null) continue;
    for (const { start, name } of placesInWords(text.data).toReversed())
      lookUpPlace(name, (leadsTo) => {
        if (leadsTo === 'file') linkPart(text, start, name, words);
      });
  }
}

/** The last name of a text is answered first, or its text is another by then: what stands before it keeps its place. */
function linkPart(text: Text, start: number, name: string, words: Pick<AnswerWords, 'openPlace'>): void {
  if (!text.isConnected || text.data.slice(start, start + name.length) !== name) return;
  const part = text.splitText(start);
  part.splitText(name.length);
  const anchor = createPlaceLink(name, words);
  part.replaceWith(anchor);
  anchor.append(part);
}

function createPlaceLink(name: string, { openPlace }: Pick<AnswerWords, 'openPlace'>): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = '#';
  link.title = openPlace.replace('{0}', () => name);
  makeLive(link, () => ({ kind: 'openPlace', name }));
  return link;
}
