// Text that is too long to be formatted, while it arrives: the rest of a block, which is shown as it is up to the next
// blank line, or the rest of an answer.
import type { AnswerParts } from '../elements/answer-parts.ts';
import type { AnswerWords } from '../elements/words.ts';
import { createPiece, createPlainNote, pieceEnd } from './plain-pieces.ts';

export interface PlainStart {
  /** Whether it has already been said that the text goes on as plain text. */
  readonly isNoted: boolean;
  /** Whether the text begins with a line. */
  readonly isLineStart: boolean;
  readonly reaches: 'blankLine' | 'end';
}

export class PlainRun {
  readonly #parts: AnswerParts;
  readonly #words: AnswerWords;
  #isNoted: boolean;
  /** The last piece, which may still grow. */
  #piece: HTMLElement | null = null;
  #text = '';
  readonly #reaches: PlainStart['reaches'];
  /** Whether the line that has not ended yet is blank so far. */
  #isBlank: boolean;

  constructor(parts: AnswerParts, words: AnswerWords, { isNoted, isLineStart, reaches }: PlainStart) {
    this.#parts = parts;
    this.#words = words;
    this.#isNoted = isNoted;
    this.#isBlank = isLineStart;
    this.#reaches = reaches;
  }

  /** Takes more text; returns what follows the blank line, or null where none has come. */
  append(text: string): string | null {
    const end = this.#endIn(text);
    this.#show(end === null ? text : text.slice(0, end));
    if (end === null) return null;
    this.finish();
    return text.slice(end);
  }

  /** The text has ended. */
  finish(): void {
    if (this.#piece !== null) this.#parts.append([this.#piece]);
  }

  #endIn(text: string): number | null {
    if (this.#reaches === 'end') return null;
    for (let begin = 0; ; ) {
      const lineEnd = text.indexOf('\n', begin);
      const line = text.slice(begin, lineEnd === -1 ? text.length : lineEnd);
      const isBlank: boolean = (begin > 0 || this.#isBlank) && line.trim() === '';
      if (lineEnd === -1) {
        this.#isBlank = begin === text.length || isBlank;
        return null;
      }
      if (isBlank) return lineEnd + 1;
      begin = lineEnd + 1;
    }
  }

  #show(text: string): void {
    this.#text += text;
    while (this.#text !== '') {
      const end = pieceEnd(this.#text);
      const isFull = end < this.#text.length;
      this.#put(this.#text.slice(0, end));
      if (!isFull) return;
      this.finish();
      this.#piece = null;
      this.#text = this.#text.slice(end);
    }
  }

  #put(text: string): void {
    if (!this.#isNoted && text.trim() !== '') {
      this.#parts.append([createPlainNote('div', this.#words)]);
      this.#isNoted = true;
    }
    const node = this.#piece?.firstChild;
    if (node instanceof Text) {
      if (text.startsWith(node.data)) node.appendData(text.slice(node.data.length));
      else node.data = text;
      return;
    }
    if (text.trim() === '') return;
    this.#piece = createPiece('div', text);
    this.#parts.appendTail([this.#piece]);
  }
}
