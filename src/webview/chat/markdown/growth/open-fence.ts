// A code fence that is still open at the end of a text: new code is only appended, nothing is parsed again, until a
// line appears that closes the fence.
import type { Token } from 'markdown-it';
import { highlightGrowing } from '../code/highlighting.ts';
import { createMarking } from '../code/hidden-marks.ts';
import { pieceLength } from '../plain/bounds.ts';
import { characterEnd } from '../plain/plain-pieces.ts';
import type { AnswerWords } from '../elements/words.ts';

/** Code goes into the page in pieces of this many lines, since the browser lays a whole piece out anew as it grows. */
const linesInPiece = 64;

export interface OpenFence {
  /** Takes more text; returns what follows the line that closes the fence, or null while it is open. */
  append(text: string): string | null;
  /** The text has ended. */
  finish(): void;
}

/**
 * The fence that `text` ends in, where it is all of the text; null otherwise.
 *
 * @param code the <code> element that shows the fence so far; its content is replaced.
 */
export function continueFence(
  tokens: readonly Token[],
  text: string,
  code: HTMLElement,
  words: AnswerWords,
): OpenFence | null {
  const [fence] = tokens;
  const start = text.indexOf('\n') + 1;
  // The content of an indented fence loses its indentation, which is left to the parser.
  if (tokens.length !== 1 || fence?.type !== 'fence' || start === 0 || !text.startsWith(fence.markup)) return null;
  const open = new GrowingFence(fence.markup, code, words);
  return open.append(text.slice(start)) === null ? open : null;
}

class GrowingFence implements OpenFence {
  readonly #closes: RegExp;
  readonly #mayClose: RegExp;
  readonly #code: GrowingCode;
  /** The line that has not ended yet, as long as it may become the closing one, which is not shown. */
  #hidden = '';
  /** Whether the line that has not ended yet is shown. */
  #isInLine = false;

  constructor(markup: string, code: HTMLElement, words: AnswerWords) {
    const marker = markup.charAt(0);
    this.#closes = new RegExp(`^ {0,3}${marker}{${markup.length},}[ \\t]*$`, 'u');
    this.#mayClose = new RegExp(`^ {0,3}${marker}*[ \\t]*$`, 'u');
    this.#code = createGrowingCode(code, words);
  }

  append(added: string): string | null {
    const text = this.#hidden + added;
    this.#hidden = '';
    for (let begin = 0; ; ) {
      const lineEnd = text.indexOf('\n', begin);
      const line = text.slice(begin, lineEnd === -1 ? text.length : lineEnd);
      if (lineEnd === -1) {
        this.#isInLine ||= !this.#mayClose.test(line);
        if (!this.#isInLine) this.#hidden = line;
        this.#code.append(this.#isInLine ? text : text.slice(0, begin));
        return null;
      }
      if (!this.#isInLine && this.#closes.test(line)) {
        this.#code.append(text.slice(0, begin));
        return text.slice(lineEnd + 1);
      }
      this.#isInLine = false;
      begin = lineEnd + 1;
    }
  }

  finish(): void {
    if (!this.#closes.test(this.#hidden)) this.#code.append(this.#hidden);
    this.#code.finish();
  }
}

interface GrowingCode {
  append(text: string): void;
  /** The text has ended. */
  finish(): void;
}

/** Empties `code`, which then grows by what is appended. */
function createGrowingCode(code: HTMLElement, words: AnswerWords): GrowingCode {
  let piece = document.createTextNode('');
  /** At most so many lines are in the piece: colours take some of them away. */
  let lines = 0;
  /** The first half of a character. */
  let half = '';
  code.replaceChildren(piece);
  const marking = createMarking(words);
  const closePiece = (): void => {
    const lineEnd = piece.data.lastIndexOf('\n') + 1;
    const rest = piece.splitText(lineEnd === 0 ? characterEnd(piece.data, pieceLength) : lineEnd);
    const box = document.createElement('span');
    box.className = 'code-piece';
    piece.replaceWith(box);
    box.append(piece);
    piece = rest;
    lines = 0;
  };
  const appendPiece = (added: string): void => {
    piece = marking.append(piece, added);
    lines += linesIn(added);
    if (lines >= linesInPiece) lines = linesIn(piece.data);
    if (lines >= linesInPiece) closePiece();
    while (piece.data.length >= pieceLength) closePiece();
  };
  return {
    append(added) {
      const text = half + added;
      const end = characterEnd(`${text} `, text.length);
      half = text.slice(end);
      for (let begin = 0; begin < end; ) {
        const next = characterEnd(text, Math.min(begin + pieceLength, end));
        appendPiece(text.slice(begin, next));
        begin = next;
      }
      highlightGrowing(code);
    },
    finish() {
      appendPiece(half);
      piece = marking.finish(piece);
    },
  };
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
