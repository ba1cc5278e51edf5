// What of an answer is in the page: the blocks that are final, a list or table that is final in part, and what is drawn
// for now behind them.
import type { Token } from 'markdown-it';
import { createAnswerParts, type AnswerParts } from './elements/answer-parts.ts';
import { buildBlocks } from './block-dom.ts';
import { lineOffset, type CutContainer } from './growth/block-boundaries.ts';
import { finishBlocks } from './finished-blocks.ts';
import {
  continuationOf,
  place,
  stubItemOf,
  stubOf,
  type Continuation,
  type OpenContainer,
} from './growth/open-container.ts';
import { parseMarkdown, type Definitions } from './parser.ts';
import { ListNumbers, replaceBlock } from './plain/list-numbers.ts';
import { mostElements } from './plain/bounds.ts';
import { PlainRun, type PlainStart } from './plain/plain-run.ts';
import { elementsOf, elementsOfCode } from './plain/reading-bounds.ts';
import { ProvisionalEnd } from './growth/provisional-end.ts';
import { References, replaceResolved } from './references.ts';
import { isLastLoose, withoutLastItem, type FinalTokens } from './growth/token-split.ts';
import type { AnswerWords } from './elements/words.ts';

export class DrawnBlocks {
  readonly #parts: AnswerParts;
  readonly #words: AnswerWords;
  readonly #references = new References();
  readonly #numbers = new ListNumbers();
  /** What is drawn for now behind the open container. */
  readonly #end = new ProvisionalEnd();
  #container: OpenContainer | null = null;
  /** Elements of what is final. */
  #elements = 0;

  constructor(host: Element, words: AnswerWords) {
    this.#parts = createAnswerParts(host);
    this.#words = words;
  }

  /** The list or table that is final in part, where the last final block is one. */
  get container(): OpenContainer | null {
    return this.#container;
  }

  /** How many elements the answer may still get. */
  get elementsLeft(): number {
    return mostElements - this.#elements;
  }

  /** The block that stands last. */
  last(): Element | null {
    return this.#parts.last();
  }

  /** Draws anew what is drawn for now: what `draw` does not draw again goes. */
  redraw(draw: () => void): void {
    const inside = this.#container?.end;
    inside?.begin();
    this.#end.begin();
    draw();
    inside?.finish();
    this.#end.finish();
    this.#parts.tidy();
  }

  /** What is defined, for a reading that keeps to itself what it defines. */
  definitions(): Definitions {
    return this.#references.forReading();
  }

  /** Reads text that is behind the final blocks, the container's stub before it. */
  parse(text: string, definitions: Definitions): Token[] {
    return this.#numbers.applied(parseMarkdown((this.#container?.stub ?? '') + text, definitions));
  }

  /** What of the tokens of such a text is not the stub. */
  behindStub(tokens: readonly Token[]): Pick<Continuation, 'parts' | 'rest'> {
    return this.#container === null ? { parts: [], rest: tokens } : continuationOf(this.#container.kind, tokens);
  }

  /** Draws for now what follows the final blocks. */
  drawTail({ parts, rest }: Pick<Continuation, 'parts' | 'rest'>): void {
    const container = this.#container;
    if (container !== null) place(container.end.draw(this.#build(parts)), container.element);
    this.#parts.appendTail(this.#end.draw(this.#build(rest)));
  }

  /** Makes what is drawn for now, a single block of code, final as it is. */
  keepTail(): void {
    const block = this.#parts.last();
    this.#end.release();
    if (block === null) return;
    this.#parts.append([block]);
    this.#elements += elementsOfCode;
    finishBlocks([block], this.#words);
  }

  /** What goes on behind the last block as plain text. */
  beginPlain(start: PlainStart): PlainRun {
    return new PlainRun(this.#parts, this.#words, start);
  }

  /** A list that follows goes on with the numbers of the last block, where that is a list. */
  continueNumbers(): void {
    this.#numbers.goOnBehind(this.#parts.last());
  }

  /**
   * After the end: draws some blocks again that refer to what was defined only after them. Returns how many characters
   * that were; 0 where there are none.
   */
  resolveNext(): number {
    const outdated = this.#references.takeOutdated();
    if (outdated === null) return 0;
    const tokens = parseMarkdown(outdated.source, this.definitions());
    finishBlocks(replaceResolved(outdated.blocks, [...this.#build(tokens).children]), this.#words);
    return outdated.source.length;
  }

  /**
   * Reads `source`, which follows the final blocks, as text that is final. `through` is the container that its end
   * cuts.
   */
  read(source: string, through: CutContainer | null): FinalTokens {
    // Whether a list is loose shows only with the item that follows.
    const follower = through?.kind === 'list' ? stubItemOf(through.token) : '';
    const definitions = this.definitions();
    const tokens = this.parse(source + follower, definitions);
    this.#references.add(definitions);
    return follower === '' ? { tokens, loose: false } : { tokens: withoutLastItem(tokens), loose: isLastLoose(tokens) };
  }

  /** Draws `source`, which `final` is the reading of, for good. */
  settle(final: FinalTokens, source: string, through: CutContainer | null): void {
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
    this.#elements += elementsOf(parts);
    let next: OpenContainer = { ...container, source, parts: container.parts + (through?.parts ?? 0) };
    if (loose && !container.loose) {
      next = this.#loosened(next, through);
    } else {
      const final = container.end.settle(this.#build(parts));
      place(final, container.element);
      finishBlocks(final, this.#words);
    }
    this.#container = through === null ? null : { ...next, stub: stubOf(through, source, next.loose) };
    if (through === null) {
      // Nothing that was drawn for now is left to be counted as an item.
      container.end.finish();
      this.#references.remember(source, [next.block]);
    }
    return rest;
  }

  /** A blank line, come late, turns every item's text into a paragraph: the one case where final parts are redrawn. */
  #loosened(container: OpenContainer, through: CutContainer | null): OpenContainer {
    const follower = through === null ? '' : stubItemOf(through.token);
    const tokens = parseMarkdown(container.source + follower, this.definitions());
    const blocks = this.#build(through === null ? tokens : withoutLastItem(tokens));
    const element = blocks.firstElementChild ?? container.element;
    replaceBlock(container.block, element);
    finishBlocks([element], this.#words);
    return { ...container, element, block: element, loose: true };
  }

  /** Draws whole blocks; where `through` is given, the last of them stays open. */
  #settleBlocks({ tokens, loose }: FinalTokens, source: string, through: CutContainer | null, firstLine: number): void {
    const nodes = this.#end.settle(this.#build(tokens)).filter((node) => node instanceof Element);
    const last = nodes.at(-1);
    this.#elements += elementsOf(tokens);
    if (nodes.length > 0) this.#numbers.stop();
    this.#parts.append(nodes);
    finishBlocks(nodes, this.#words);
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

  #build(tokens: readonly Token[]): DocumentFragment {
    return buildBlocks(tokens, this.#words);
  }
}
