// Puts plain text into the page in pieces, each a box of its own, since the browser lays out a whole box anew as it
// grows.
import type { AnswerWords } from '../elements/words.ts';
import { mostMarks, pieceLength } from './bounds.ts';

/** How far from the end of a piece a space is looked for. */
const lookBack = 1_024;

/** Where the first piece of `text` ends: behind a line or a word where one ends in time. */
export function pieceEnd(text: string): number {
  return marksEnd(text, text.length <= pieceLength ? text.length : wordEnd(text, pieceLength));
}

/** At most `limit`, and where a letter has as many marks as are shown on one. */
export function marksEnd(text: string, limit: number): number {
  for (const { index, 0: marks } of text.slice(0, limit).matchAll(/\p{M}+/gu))
    if (marks.length > mostMarks) return characterEnd(text, index + mostMarks);
  return limit;
}

/** The end of the last line or word before `limit`, or `limit` where no word ends for long. */
export function wordEnd(text: string, limit: number): number {
  for (const space of ['\n', ' ']) {
    const end = text.lastIndexOf(space, limit - 1) + 1;
    if (end > limit - lookBack) return end;
  }
  return characterEnd(text, limit);
}

/** At most `limit`, and not within a character. */
export function characterEnd(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const last = text.charCodeAt(limit - 1);
  return last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
}

export function createPiece(name: 'div' | 'span', text: string): HTMLElement {
  const piece = document.createElement(name);
  piece.className = 'plain-piece';
  piece.append(text);
  piece.dir = 'auto';
  return piece;
}

/** Says that what follows is not formatted. */
export function createPlainNote(name: 'div' | 'span', words: AnswerWords): HTMLElement {
  const note = document.createElement(name);
  note.className = 'plain-note';
  note.textContent = words.shownPlain;
  return note;
}

/** The note and all of the text behind it. */
export function plainPieces(name: 'div' | 'span', text: string, words: AnswerWords): HTMLElement[] {
  const pieces = [createPlainNote(name, words)];
  for (let rest = text; rest !== ''; ) {
    const end: number = pieceEnd(rest);
    pieces.push(createPiece(name, rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return pieces;
}
