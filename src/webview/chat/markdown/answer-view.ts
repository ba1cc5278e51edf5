// Knows how an answer is drawn while it arrives: blocks that can no longer change are drawn once and never touched again,
// only what follows them is read anew, in one parse a frame. It does not know where the text comes from, nor when a frame is due.
import type { Token } from 'markdown-it';
import { createAnswerParts, type AnswerParts } from './answer-parts.ts';
import { buildBlocks } from './block-dom.ts';
import { lastSafeCut, lineOffset, type CutContainer } from './block-boundaries.ts';
import { highlightIn } from './highlighting.ts';
import { LineBreaks } from './line-breaks.ts';
import { continuationOf, drawnOf, mayBeFull, place, stubItemOf, stubOf, type Continuation, type OpenContainer } from './open-container.ts';
import { continueFence, type OpenFence } from './open-fence.ts';
import { continueWords, type OpenWords } from './open-words.ts';
import { parseMarkdown, type Definitions } from './parser.ts';
import { ListNumbers, replaceBlock } from './plain/list-numbers.ts';
import { blockStep, longestBlock, mostBlockParts } from './plain/bounds.ts';
import { wordEnd } from './plain/plain-pieces.ts';
import { PlainRun } from './plain/plain-run.ts';
import { readingOf, type Reading } from './plain/reading-bounds.ts';
import { ProvisionalEnd } from './provisional-end.ts';
import { defines, References, replaceResolved } from './references.ts';
import { isLastLoose, splitAt, withoutLastItem, type FinalTokens } from './token-split.ts';
import type { AnswerWords } from './words.ts';

export interface AnswerView {
  /** Draws more text at once. The caller sees to it that this happens at most once a frame. */
  append(text: string): void;
  /** Takes the last text, if any, and brings the answer into the form that drawing all of it at once would give. */
  end(text?: string): void;
}

export interface SteppedView extends AnswerView {
  /** After the end: draws some blocks again that refer to what was defined only after them; false where there are none. */
  resolveNext(): boolean;
}

/** Draws an answer into `host`, which is the view's alone. */
export function createAnswerView(host: Element, words: AnswerWords): AnswerView {
  const view = createSteppedView(host, words);
  return {
    append: (text) => view.append(text),
    end(text) {
      view.end(text);
      while (view.resolveNext());
    },
  };
}

export const createSteppedView = (host: Element, words: AnswerWords): SteppedView => new StreamedAnswer(host, words);

/** A last line of nothing but markers says little yet: drawn, it would flash as a heading or a list. */
const undecidedLine = /(?<=^|\n) {0,3}(?:[-=+*_~`#>|]+|\d+[.)]?)[ \t]*$/u;

class StreamedAnswer implements SteppedView {
  readonly #parts: AnswerParts;
  readonly #words: AnswerWords;
  readonly #references = new References();
  /** Text that is not final yet, and the nodes that show it behind the open container. */
  #tail = '';
  readonly #end = new ProvisionalEnd();
  #container: OpenContainer | null = null;
  /** What the tail ends in, where more of it needs no parse. */
  #open: OpenWords | null = null;
  /** What takes the text in place of the tail: an open fence, or the rest of a block that is too long. */
  #fence: OpenFence | null = null;
  #plain: PlainRun | null = null;
  /** What the tail was read as last. */
  #reading: Reading = { parts: 0, isCutShort: false };
  readonly #lines = new LineBreaks();
  readonly #numbers = new ListNumbers();

  constructor(host: Element, words: AnswerWords) {
    this.#parts = createAnswerParts(host);
    this.#words = words;
  }

  append(text: string): void {
    let rest = this.#lines.normalised(text);
    while (rest !== '') rest = this.#take(rest);
  }

  end(text = ''): void {
    let rest = this.#lines.normalised(text) + this.#lines.end();
    const isLong = (): boolean => this.#fence !== null || this.#plain !== null || this.#tail.length + rest.length > blockStep;
    while (rest !== '' && (isLong() || mayBeFull(this.#container, this.#tail + rest))) rest = this.#take(rest);
    this.#tail += rest;
    this.#open = null;
    this.#plain?.finish();
    if (this.#fence !== null) this.#closeFence();
    else this.#redraw(() => this.#settle(this.#read(this.#tail, null), this.#tail, null));
    this.#tail = '';
  }

  resolveNext(): boolean {
    const outdated = this.#references.takeOutdated();
    if (outdated === null) return false;
    const tokens = parseMarkdown(outdated.source, this.#references.forReading());
    highlightIn(replaceResolved(outdated.blocks, [...this.#build(tokens).children]));
    return true;
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
      if (behind !== null) this.#closeFence();
      return behind ?? '';
    }
    const room = blockStep - (this.#tail.length % blockStep);
    const piece = text.slice(0, room);
    const rest = text.slice(room);
    this.#tail += piece;
    if (piece.length < room && this.#open?.append(piece) === true) return rest;
    this.#open = null;
    this.#redraw(() => this.#draw());
    return this.#overflow() + rest;
  }

  #closeFence(): void {
    const block = this.#parts.last();
    this.#fence?.finish();
    this.#fence = null;
    this.#end.release();
    if (block === null) return;
    this.#parts.append([block]);
    highlightIn([block]);
  }

  /** Ends the formatting of a block that has become too long. Returns the text that is to be shown as it is. */
  #overflow(): string {
    const tail = this.#tail;
    const { parts, isCutShort } = this.#reading;
    const mayGoOn = tail.length % blockStep !== 0 || (tail.length < longestBlock && parts < mostBlockParts && !isCutShort);
    if (tail === '' || (this.#plain === null && mayGoOn)) return '';
    this.#tail = '';
    if (this.#plain !== null) return tail;
    const formatted = tail.slice(0, wordEnd(tail, tail.length));
    this.#redraw(() => this.#settle(this.#read(formatted, null), formatted, null));
    this.#plain = new PlainRun(this.#parts, this.#words, isCutShort, formatted.endsWith('\n'));
    return tail.slice(formatted.length);
  }

  #redraw(draw: () => void): void {
    const inside = this.#container?.end;
    inside?.begin();
    this.#end.begin();
    draw();
    inside?.finish();
    this.#end.finish();
    this.#parts.tidy();
  }

  #draw(): void {
    const stub = this.#container?.stub ?? '';
    const text = stub + this.#tail.replace(undecidedLine, '');
    const definitions = this.#references.forReading();
    const tokens = this.#parse(text, definitions);
    const cut = lastSafeCut(tokens, text, stub.split('\n').length - 1, drawnOf(this.#container));
    if (cut === null) {
      this.#drawRest(tokens);
      return;
    }
    const end = lineOffset(text, cut.line) - stub.length;
    const source = this.#tail.slice(0, end);
    this.#tail = this.#tail.slice(end);
    // A definition may stand on either side of the cut, and must not reach over it.
    const split = cut.full !== null || defines(definitions) ? null : splitAt(tokens, cut, this.#container);
    if (split !== null) {
      this.#settle(split.final, source, cut.container);
      this.#drawTail(split.tail);
      return;
    }
    this.#settle(this.#read(source, cut.container), source, cut.container);
    if (cut.full === null) this.#drawRest(this.#parse((this.#container?.stub ?? '') + this.#tail.replace(undecidedLine, ''), this.#references.forReading()));
    else this.#begin(cut.full);
  }

  #drawRest(tokens: readonly Token[]): void {
    this.#drawTail(this.#container === null ? { parts: [], rest: tokens } : continuationOf(this.#container.kind, tokens));
  }

  /** Goes on behind a full list with a list of its own, and behind a full table with plain text: rows mean nothing without a head. */
  #begin(full: 'list' | 'table'): void {
    this.#numbers.goOnBehind(this.#parts.last());
    if (full === 'list') this.#draw();
    else this.#plain = new PlainRun(this.#parts, this.#words, false, true);
  }

  #drawTail({ parts, rest }: Pick<Continuation, 'parts' | 'rest'>): void {
    const container = this.#container;
    if (container !== null) place(container.end.draw(this.#build(parts)), container.element);
    this.#parts.appendTail(this.#end.draw(this.#build(rest)));
    this.#reading = readingOf([...parts, ...rest]);
    this.#openEnd(rest);
  }

  #openEnd(rest: readonly Token[]): void {
    const last = this.#parts.last();
    const code = this.#container === null ? last?.querySelector('code') : null;
    this.#fence = code ? continueFence(rest, this.#tail, code, this.#words) : null;
    if (this.#fence !== null) this.#tail = '';
    else if (!undecidedLine.test(this.#tail)) this.#open = continueWords(this.#tail, last);
  }

  /** Reads `source`, the beginning of the tail, as text that is final. `through` is the container that its end cuts. */
  #read(source: string, through: CutContainer | null): FinalTokens {
    // Whether a list is loose shows only with the item that follows.
    const follower = through?.kind === 'list' ? stubItemOf(through.token) : '';
    const definitions = this.#references.forReading();
    const tokens = this.#parse((this.#container?.stub ?? '') + source + follower, definitions);
    this.#references.add(definitions);
    return follower === '' ? { tokens, loose: false } : { tokens: withoutLastItem(tokens), loose: isLastLoose(tokens) };
  }

  /** Draws `source`, which `final` is the reading of, for good. */
  #settle(final: FinalTokens, source: string, through: CutContainer | null): void {
    const container = this.#container;
    if (container === null) {
      this.#settleBlocks(final, source, through, 0);
      return;
    }
    const stubLines = container.stub.split('\n').length - 1;
    const goesOn = through?.line === 0;
    const ownLines = (final.tokens[0]?.map?.[1] ?? 0) - stubLines;
    const own = goesOn ? source : source.slice(0, lineOffset(source, ownLines));
    const tokens = this.#settleParts(container, final.tokens, own, goesOn ? through : null);
    if (!goesOn) this.#settleBlocks({ ...final, tokens }, source.slice(own.length), through, stubLines + ownLines);
  }

  /** Draws more items or rows of the open container, and returns the tokens behind it. */
  #settleParts(
    container: OpenContainer,
    tokens: readonly Token[],
    own: string,
    through: CutContainer | null,
  ): readonly Token[] {
    const { parts, rest, loose } = continuationOf(container.kind, tokens);
    const source = container.source + own;
    let next: OpenContainer = { ...container, source, parts: container.parts + (through?.parts ?? 0) };
    if (loose && !container.loose) {
      next = this.#loosened(next, through);
    } else {
      const final = container.end.settle(this.#build(parts));
      place(final, container.element);
      highlightIn(final);
    }
    this.#container = through === null ? null : { ...next, stub: stubOf(through, source, next.loose) };
    if (through === null) this.#references.remember(source, [next.block]);
    return rest;
  }

  /** A blank line, come late, turns every item's text into a paragraph: the one case where final parts are redrawn. */
  #loosened(container: OpenContainer, through: CutContainer | null): OpenContainer {
    const follower = through === null ? '' : stubItemOf(through.token);
    const tokens = parseMarkdown(container.source + follower, this.#references.forReading());
    const blocks = this.#build(through === null ? tokens : withoutLastItem(tokens));
    const element = blocks.firstElementChild ?? container.element;
    replaceBlock(container.block, element);
    highlightIn([element]);
    return { ...container, element, block: element, loose: true };
  }

  /** Draws whole blocks; where `through` is given, the last of them stays open. */
  #settleBlocks({ tokens, loose }: FinalTokens, source: string, through: CutContainer | null, firstLine: number): void {
    const nodes = this.#end.settle(this.#build(tokens)).filter((node) => node instanceof Element);
    const last = nodes.at(-1);
    if (nodes.length > 0) this.#numbers.stop();
    this.#parts.append(nodes);
    highlightIn(nodes);
    if (through === null || last === undefined) {
      this.#container = null;
      this.#references.remember(source, nodes);
      return;
    }
    const begin = lineOffset(source, through.line - firstLine);
    this.#references.remember(source.slice(0, begin), nodes.slice(0, -1));
    const containerSource = source.slice(begin);
    this.#container = {
      kind: through.kind,
      element: last.querySelector(':scope > table > tbody') ?? last,
      block: last,
      end: new ProvisionalEnd(),
      source: containerSource,
      stub: stubOf(through, containerSource, loose),
      parts: through.parts,
      loose,
    };
  }

  #parse(text: string, definitions: Definitions): Token[] {
    return this.#numbers.applied(parseMarkdown(text, definitions));
  }

  #build(tokens: readonly Token[]): DocumentFragment {
    return buildBlocks(tokens, this.#words);
  }
}
