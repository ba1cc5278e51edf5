// Draws an answer while it arrives: blocks that can no longer change are drawn once and never touched again, only what
// follows them is read anew, in one parse a frame.
import type { Token } from 'markdown-it';
import { DrawnBlocks } from './drawn-blocks.ts';
import { lastSafeCut, lineOffset, type FullPart } from './growth/block-boundaries.ts';
import { LineBreaks } from './line-breaks.ts';
import { drawnOf, mayBeFull, type Continuation } from './growth/open-container.ts';
import { continueFence, type OpenFence } from './growth/open-fence.ts';
import { continueDestination, endsInLinkWithoutAddress, withoutOpenDestination } from './growth/open-destination.ts';
import { continueWords, type OpenEnd } from './growth/open-words.ts';
import { blockStep, longestBlock, mostBlockParts } from './plain/bounds.ts';
import { wordEnd } from './plain/plain-pieces.ts';
import type { PlainRun } from './plain/plain-run.ts';
import { readingOf, type Reading } from './plain/reading-bounds.ts';
import { defines } from './references.ts';
import type { Definitions } from './parser.ts';
import { splitAt } from './growth/token-split.ts';
import type { AnswerWords } from './elements/words.ts';

export interface AnswerView {
  /** Draws more text at once. The caller sees to it that this happens at most once a frame. */
  append(text: string): void;
  /** Takes the last text, if any, and brings the answer into the form that drawing all of it at once would give. */
  end(text?: string): void;
}

export interface SteppedView extends AnswerView {
  /**
   * After the end: draws some blocks again that refer to what was defined only after them. Returns how many characters
   * that were; 0 where there are none.
   */
  resolveNext(): number;
}

/** Draws an answer into `host`, which is the view's alone. */
export function createAnswerView(host: Element, words: AnswerWords): AnswerView {
  const view = createSteppedView(host, words);
  return {
    append: (text) => view.append(text),
    end(text) {
      view.end(text);
      while (view.resolveNext() > 0);
    },
  };
}

export const createSteppedView = (host: Element, words: AnswerWords): SteppedView => new StreamedAnswer(host, words);

/** A last line of nothing but markers says little yet: drawn, it would flash as a heading or a list. */
const undecidedLine = /(?<=^|\n) {0,3}(?:[-=+*_~`#>|]+|\d+[.)]?)[ \t]*$/u;

class StreamedAnswer implements SteppedView {
  readonly #blocks: DrawnBlocks;
  readonly #words: AnswerWords;
  /** Text that is not final yet. */
  #tail = '';
  #open: OpenEnd | null = null;
  /** What takes the text in place of the tail: an open fence, or the rest of a block that is too long. */
  #fence: OpenFence | null = null;
  #plain: PlainRun | null = null;
  /** What the tail was read as last. */
  #reading: Reading = { parts: 0, isCutShort: false };
  readonly #lines = new LineBreaks();

  constructor(host: Element, words: AnswerWords) {
    this.#blocks = new DrawnBlocks(host, words);
    this.#words = words;
  }

  append(text: string): void {
    let rest = this.#lines.normalised(text);
    while (rest !== '') rest = this.#take(rest);
  }

  end(text = ''): void {
    let rest = this.#lines.normalised(text) + this.#lines.end();
    const isLong = (): boolean =>
      this.#fence !== null || this.#plain !== null || this.#tail.length + rest.length > blockStep;
    const isNearBound = (): boolean => mayBeFull(this.#blocks, this.#tail + rest);
    while (rest !== '' && (isLong() || isNearBound())) rest = this.#take(rest);
    this.#tail += rest;
    this.#open = null;
    this.#plain?.finish();
    if (this.#fence !== null) this.#closeFence(this.#fence);
    else this.#settleTail(this.#tail);
    this.#tail = '';
  }

  resolveNext(): number {
    return this.#blocks.resolveNext();
  }

  /** Draws the beginning of more text and returns the rest of it. */
  #take(text: string): string {
    if (this.#plain !== null) {
      const behind = this.#plain.append(text);
      if (behind !== null) this.#plain = null;
      return behind ?? '';
    }
    if (this.#fence !== null) {
      const behind = this.#fence.append(text);
      if (behind !== null) this.#closeFence(this.#fence);
      return behind ?? '';
    }
    const left = blockStep - (this.#tail.length % blockStep);
    const piece = text.slice(0, left);
    const rest = text.slice(left);
    this.#tail += piece;
    if (piece.length < left && this.#open?.append(piece) === true) return rest;
    this.#open = null;
    this.#blocks.redraw(() => this.#draw());
    return this.#overflow() + rest;
  }

  #closeFence(fence: OpenFence): void {
    fence.finish();
    this.#fence = null;
    this.#blocks.keepTail();
  }

  /** Ends the formatting of a block that has become too long. Returns the text that is to be shown as it is. */
  #overflow(): string {
    const tail = this.#tail;
    const { parts, isCutShort } = this.#reading;
    const mayGoOn =
      tail.length % blockStep !== 0 || (tail.length < longestBlock && parts < mostBlockParts && !isCutShort);
    if (tail === '' || (this.#plain === null && mayGoOn)) return '';
    this.#tail = '';
    if (this.#plain !== null) return tail;
    const formatted = tail.slice(0, wordEnd(tail, tail.length));
    this.#settleTail(formatted);
    this.#plain = this.#blocks.beginPlain({
      isNoted: isCutShort,
      isLineStart: formatted.endsWith('\n'),
      reaches: 'blankLine',
    });
    return tail.slice(formatted.length);
  }

  #settleTail(text: string): void {
    this.#blocks.redraw(() => this.#blocks.settle(this.#blocks.read(text, null), text, null));
  }

  #draw(): void {
    const stub = this.#blocks.container?.stub ?? '';
    const { shown, tokens, definitions } = this.#readTail();
    const text = stub + shown;
    const stubLines = stub.split('\n').length - 1;
    const cut = lastSafeCut(tokens, text, stubLines, drawnOf(this.#blocks));
    if (cut === null) {
      this.#drawTail(this.#blocks.behindStub(tokens));
      return;
    }
    const end = lineOffset(text, cut.line) - stub.length;
    const source = this.#tail.slice(0, end);
    this.#tail = this.#tail.slice(end);
    // A definition may lie on either side of the cut, and must not reach over it.
    const split = cut.full !== null || defines(definitions) ? null : splitAt(tokens, cut, this.#blocks.container);
    if (split !== null) {
      this.#blocks.settle(split.final, source, cut.container);
      this.#drawTail(split.tail);
      return;
    }
    this.#blocks.settle(this.#blocks.read(source, cut.container), source, cut.container);
    if (cut.full === null) this.#drawAll();
    else this.#begin(cut.full);
  }

  #drawAll(): void {
    this.#drawTail(this.#blocks.behindStub(this.#readTail().tokens));
  }

  /** Reads the tail as far as it is shown for now, and tells what that defines. */
  #readTail(): { readonly shown: string; readonly tokens: readonly Token[]; readonly definitions: Definitions } {
    const read = (shown: string) => {
      const definitions = this.#blocks.definitions();
      return { shown, tokens: this.#blocks.parse(shown, definitions), definitions };
    };
    const whole = this.#tail.replace(undecidedLine, '');
    const closed = withoutOpenDestination(whole);
    const reading = closed === null ? null : read(closed);
    return reading !== null && endsInLinkWithoutAddress(reading.tokens) ? reading : read(whole);
  }

  /**
   * Goes on behind a full list with a list of its own, and behind a full table with plain text: rows mean nothing
   * without a head.
   */
  #begin(full: FullPart): void {
    const start = { isNoted: false, isLineStart: true } as const;
    switch (full) {
      case 'list':
        this.#blocks.continueNumbers();
        this.#draw();
        break;
      case 'table':
        this.#plain = this.#blocks.beginPlain({ ...start, reaches: 'blankLine' });
        break;
      case 'answer':
        this.#plain = this.#blocks.beginPlain({ ...start, reaches: 'end' });
    }
  }

  #drawTail(tail: Pick<Continuation, 'parts' | 'rest'>): void {
    this.#blocks.drawTail(tail);
    const tokens = [...tail.parts, ...tail.rest];
    this.#reading = readingOf(tokens);
    this.#openEnd(tokens, tail.rest);
  }

  /** @param rest what of the tokens is no part of the open container. */
  #openEnd(tokens: readonly Token[], rest: readonly Token[]): void {
    const last = this.#blocks.last();
    const code = this.#blocks.container === null ? last?.querySelector<HTMLElement>('code') : null;
    this.#fence = code ? continueFence(rest, this.#tail, code, this.#words) : null;
    if (this.#fence !== null) this.#tail = '';
    else if (withoutOpenDestination(this.#tail) !== null && endsInLinkWithoutAddress(tokens))
      this.#open = continueDestination(this.#tail);
    else if (!undecidedLine.test(this.#tail)) this.#open = continueWords(this.#tail, last);
  }
}
