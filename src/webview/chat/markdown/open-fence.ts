// Knows a code fence that is still open at the end of a text: new code is only appended, nothing is parsed again, until
// a line appears that closes the fence. It does not know blocks before it or what comes after it.
import type { Token } from 'markdown-it';
import { pieceLength } from './plain/bounds.ts';
import { characterEnd } from './plain/plain-pieces.ts';

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
export function continueFence(tokens: readonly Token[], text: string, code: Element): OpenFence | null {
  const [fence] = tokens;
  const start = text.indexOf('\n') + 1;
  // The content of an indented fence loses its indentation, which is left to the parser.
  if (tokens.length !== 1 || fence?.type !== 'fence' || start === 0 || !text.startsWith(fence.markup)) return null;
  const open = new GrowingFence(fence.markup, code);
  return open.append(text.slice(start)) === null ? open : null;
}

class GrowingFence implements OpenFence {
  readonly #closes: RegExp;
  readonly #mayClose: RegExp;
  readonly #show: (text: string) => void;
  /** The line that has not ended yet, as long as it may become the closing one, which is not shown. */
  #hidden = '';
  /** Whether the line that has not ended yet is shown. */
  #isInLine = false;

  constructor(markup: string, code: Element) {
    const marker = markup.charAt(0);
    this.#closes = new RegExp(`^ {0,3}${marker}{${markup.length},}[ \\t]*$`, 'u');
    this.#mayClose = new RegExp(`^ {0,3}${marker}*[ \\t]*$`, 'u');
    this.#show = createGrowingCode(code);
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
        this.#show(this.#isInLine ? text : text.slice(0, begin));
        return null;
      }
      if (!this.#isInLine && this.#closes.test(line)) {
        this.#show(text.slice(0, begin));
        return text.slice(lineEnd + 1);
      }
      this.#isInLine = false;
      begin = lineEnd + 1;
    }
  }

  finish(): void {
    if (!this.#closes.test(this.#hidden)) this.#show(this.#hidden);
  }
}

/** Empties `code` and returns what appends text to it. */
function createGrowingCode(code: Element): (text: string) => void {
  let piece = document.createTextNode('');
  let lines = 0;
  code.replaceChildren(piece);
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
  return (text) => {
    for (let begin = 0; begin < text.length; begin += pieceLength) {
      const added = text.slice(begin, begin + pieceLength);
      piece.appendData(added);
      lines += added.split('\n').length - 1;
      if (lines >= linesInPiece) closePiece();
      while (piece.data.length >= pieceLength) closePiece();
    }
  };
}
