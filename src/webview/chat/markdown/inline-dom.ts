// The elements of inline tokens: emphasis, code, formulas, links, and images, which never load. Elements are created
// one by one from this closed list; no HTML text is ever parsed, so there is nothing to sanitise.
import type { Token } from 'markdown-it';
import { fillMarked } from './code/hidden-marks.ts';
import { createFootnoteLink } from './elements/footnote-links.ts';
import { liveTarget } from './elements/link-target.ts';
import { makeLive } from './elements/live-elements.ts';
import { noteFileLink } from './elements/place-links.ts';
import { createFormulaElement } from './math/formulas.ts';
import { deepestInline } from './plain/bounds.ts';
import { plainPieces } from './plain/plain-pieces.ts';
import { plainRest } from './plain/reading-bounds.ts';
import { footnoteReference } from './syntax/footnotes.ts';
import { formulaToken } from './syntax/formulas.ts';
import type { AnswerWords } from './elements/words.ts';

const elementNames: ReadonlyMap<string, 'em' | 'strong' | 's'> = new Map([
  ['em_open', 'em'],
  ['strong_open', 'strong'],
  ['s_open', 's'],
]);

/** Appends what the children of an `inline` token stand for. */
export function appendInline(parent: Element, tokens: readonly Token[], words: AnswerWords): void {
  const open: Element[] = [parent];
  for (const token of tokens) {
    const into = open.at(-1) ?? parent;
    switch (token.type) {
      case 'text':
        into.append(token.content);
        break;
      case 'code_inline':
        into.append(createCode(token.content, words));
        break;
      case formulaToken:
        into.append(createFormulaElement(token.content, words));
        break;
      case 'softbreak':
        into.append('\n');
        break;
      case 'hardbreak':
        into.append(document.createElement('br'));
        break;
      case footnoteReference:
        into.append(createFootnoteReference(token.info));
        break;
      case 'image':
        into.append(createImageNote(token, into.closest('a') === null, words));
        break;
      case 'link_open':
        open.push(openLink(into, attribute(token, 'href'), attribute(token, 'title')));
        break;
      case plainRest:
        // Within a link the text stays the link's.
        into.append(...(open.length === 1 ? plainPieces('span', token.content, words) : [token.content]));
        break;
      case 'em_open':
      case 'strong_open':
      case 's_open': {
        if (open.length > deepestInline) {
          open.push(into);
          break;
        }
        const element = document.createElement(elementNames.get(token.type) ?? 'span');
        into.append(element);
        open.push(element);
        break;
      }
      default:
        if (token.nesting === -1) open.pop();
        // A token that this list does not know still shows its text.
        else into.append(token.content);
    }
  }
}

function createCode(text: string, words: AnswerWords): HTMLElement {
  const code = document.createElement('code');
  fillMarked(code, text, words);
  return code;
}

function createFootnoteReference(label: string): HTMLElement {
  const raised = document.createElement('sup');
  raised.append(createFootnoteLink('reference', label));
  return raised;
}

function createElement(name: 'span' | 'a', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

/** Opens a link whose words follow. One that may not be live is its words, with the address in brackets after them. */
function openLink(into: Element, href: string, title: string): Element {
  const target = liveTarget(href);
  if (target !== null) {
    const link = createLink(target, title);
    into.append(link);
    return link;
  }
  const link = document.createElement('span');
  if (title !== '') link.title = title;
  const address = createDeadAddress(href);
  into.append(link, address);
  noteFileLink(link, href, address);
  return link;
}

/** So much of a link's words tells whether they are an address. */
const longestShown = 2_000;

function createLink(target: string, title: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = target;
  link.title = title === '' ? target : `${target}\n${title}`;
  makeLive(link, () => ({ kind: 'openLink', href: target, text: link.textContent.slice(0, longestShown) }));
  return link;
}

/** An address that leads nowhere from here, as text. */
function createDeadAddress(href: string): HTMLElement {
  const address = createElement('span', href === '' ? '' : ` (${href})`);
  address.className = 'address';
  return address;
}

function createImageNote(image: Token, mayLink: boolean, words: AnswerWords): HTMLElement {
  const href = attribute(image, 'src');
  const alt = plainText(image.children ?? []);
  const title = attribute(image, 'title');
  const target = mayLink ? liveTarget(href) : null;
  const note = document.createElement('span');
  note.className = 'image-note';
  if (target !== null) {
    const link = createLink(target, title);
    link.append(alt === '' ? target : alt);
    note.append(link);
  } else {
    if (title !== '') note.title = title;
    note.append(alt, createDeadAddress(href));
  }
  const omitted = createElement('span', ` (${words.imageOmitted})`);
  omitted.className = 'address';
  note.append(omitted);
  return note;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : plainTextOf(token)))
    .join('');
}

function plainTextOf(token: Token): string {
  return token.children === null ? token.content : plainText(token.children);
}
