// Knows how an answer is drawn while it arrives: blocks that can no longer change are drawn once and never touched again,
// only what follows them is read anew, in one parse a frame. It does not know where the text comes from, nor when a frame is due.
import type { Token } from 'markdown-it';
import { createAnswerParts, type AnswerParts } from './answer-parts.ts';
import { buildBlocks } from './block-dom.ts';
import { lastSafeCut, type CutContainer } from './block-boundaries.ts';
import { highlightIn } from './highlighting.ts';
import { continuationOf, stubItemOf, stubOf, type Continuation, type OpenContainer } from './open-container.ts';
import type { OpenEnd } from './open-end.ts';
import { continueFence } from './open-fence.ts';
import { continueWords } from './open-words.ts';
import { parseMarkdown, type Definitions } from './parser.ts';
import { ProvisionalEnd } from './provisional-end.ts';
import { isLastLoose, splitAt, withoutLastItem, type FinalTokens } from './token-split.ts';
import type { AnswerWords } from './words.ts';

export interface AnswerView {
  /** Draws more text at once. The caller sees to it that this happens at most once a frame. */
  append(text: string): void;
  /** Takes the last text, if any, and brings the answer into the form that drawing all of it at once would give. */
  end(text?: string): void;
}

/** Draws an answer into `host`, which is the view's alone. */
export function createAnswerView(host: Element, words: AnswerWords): AnswerView {
  return new StreamedAnswer(host, words);
}

/** Final blocks whose text may hold references to definitions that had not come when they were drawn. */
interface Drawn {
  readonly source: string;
  readonly blocks: readonly Element[];
  readonly definitionsKnown: number;
}

/** A last line of nothing but markers says little yet: drawn, it would flash as a heading or a list. */
const undecidedLine = /(?<=^|\n) {0,3}(?:[-=+*_~`#>|]+|\d+[.)]?)[ \t]*$/u;

class StreamedAnswer implements AnswerView {
  readonly #parts: AnswerParts;
  readonly #words: AnswerWords;
  readonly #definitions: Definitions = {};
  readonly #drawn: Drawn[] = [];
  /** Text that is not final yet, and the nodes that show it behind the open container. */
  #tail = '';
  readonly #end = new ProvisionalEnd();
  #container: OpenContainer | null = null;
  /** What the tail ends in, where more of it needs no parse. */
  #open: OpenEnd | null = null;
  /** A carriage return at the end of a piece of text, which may be the first half of a line break. */
  #carriageReturn = '';

  constructor(host: Element, words: AnswerWords) {
    this.#parts = createAnswerParts(host);
    this.#words = words;
  }

  append(text: string): void {
    const added = this.#normalised(text);
    this.#tail += added;
    if (this.#open?.append(added) === true) return;
    this.#open = null;
    this.#redraw(() => this.#draw());
  }

  end(text = ''): void {
    this.#tail += this.#normalised(text) + (this.#carriageReturn === '' ? '' : '\n');
    this.#carriageReturn = '';
    this.#open = null;
    this.#redraw(() => this.#settle(this.#read(this.#tail, null), this.#tail, null));
    this.#tail = '';
    this.#resolveLateDefinitions();
  }

  /** Line breaks and NUL as CommonMark reads them, so that lines can be counted. @see https://spec.commonmark.org/0.31.2/#characters-and-lines */
  #normalised(text: string): string {
    const whole = this.#carriageReturn + text;
    this.#carriageReturn = whole.endsWith('\r') ? '\r' : '';
    const end = whole.length - this.#carriageReturn.length;
    return whole.slice(0, end).replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\u{FFFD}');
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
    const references = { ...this.#definitions };
    const tokens = parseMarkdown(text, references);
    const cut = lastSafeCut(tokens, text, stub.split('\n').length - 1);
    if (cut === null) {
      this.#drawTail(this.#container === null ? { parts: [], rest: tokens } : continuationOf(this.#container.kind, tokens));
      return;
    }
    const end = lineOffset(text, cut.line) - stub.length;
    const source = this.#tail.slice(0, end);
    this.#tail = this.#tail.slice(end);
    // A definition may stand on either side of the cut, and must not reach over it.
    const isNewlyDefined = Object.keys(references).length > Object.keys(this.#definitions).length;
    const split = isNewlyDefined ? null : splitAt(tokens, cut, this.#container);
    if (split !== null) {
      this.#settle(split.final, source, cut.container);
      this.#drawTail(split.tail);
      return;
    }
    this.#settle(this.#read(source, cut.container), source, cut.container);
    const rest = parseMarkdown((this.#container?.stub ?? '') + this.#tail.replace(undecidedLine, ''), { ...this.#definitions });
    this.#drawTail(this.#container === null ? { parts: [], rest } : continuationOf(this.#container.kind, rest));
  }

  #drawTail({ parts, rest }: Pick<Continuation, 'parts' | 'rest'>): void {
    const container = this.#container;
    if (container !== null) place(container.end.draw(this.#build(parts)), container.element);
    this.#parts.appendTail(this.#end.draw(this.#build(rest)));
    this.#open = this.#openEnd(rest);
  }

  #openEnd(rest: readonly Token[]): OpenEnd | null {
    const last = this.#parts.last();
    const code = this.#container === null ? last?.querySelector('code') : null;
    const fence = code ? continueFence(rest, this.#tail, code, this.#words) : null;
    return fence ?? (undecidedLine.test(this.#tail) ? null : continueWords(this.#tail, last === null ? null : lastNodeIn(last)));
  }

  /** Reads `source`, the beginning of the tail, as text that is final. `through` is the container that its end cuts. */
  #read(source: string, through: CutContainer | null): FinalTokens {
    // Whether a list is loose shows only with the item that follows.
    const follower = through?.kind === 'list' ? stubItemOf(through.token) : '';
    const tokens = parseMarkdown((this.#container?.stub ?? '') + source + follower, this.#definitions);
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
    let next: OpenContainer = { ...container, source };
    if (loose && !container.loose) {
      next = this.#loosened(next, through);
    } else {
      const final = container.end.settle(this.#build(parts));
      place(final, container.element);
      highlightIn(final);
    }
    this.#container = through === null ? null : { ...next, stub: stubOf(through, source, next.loose) };
    if (through === null) this.#remember(source, [next.block]);
    return rest;
  }

  /** A blank line, come late, turns every item's text into a paragraph: the one case where final parts are redrawn. */
  #loosened(container: OpenContainer, through: CutContainer | null): OpenContainer {
    const follower = through === null ? '' : stubItemOf(through.token);
    const tokens = parseMarkdown(container.source + follower, { ...this.#definitions });
    const blocks = this.#build(through === null ? tokens : withoutLastItem(tokens));
    const element = blocks.firstElementChild ?? container.element;
    container.block.replaceWith(element);
    highlightIn([element]);
    return { ...container, element, block: element, loose: true };
  }

  /** Draws whole blocks; where `through` is given, the last of them stays open. */
  #settleBlocks({ tokens, loose }: FinalTokens, source: string, through: CutContainer | null, firstLine: number): void {
    const nodes = this.#end.settle(this.#build(tokens)).filter((node) => node instanceof Element);
    const last = nodes.at(-1);
    this.#parts.append(nodes);
    highlightIn(nodes);
    if (through === null || last === undefined) {
      this.#container = null;
      this.#remember(source, nodes);
      return;
    }
    const begin = lineOffset(source, through.line - firstLine);
    this.#remember(source.slice(0, begin), nodes.slice(0, -1));
    const containerSource = source.slice(begin);
    this.#container = {
      kind: through.kind,
      element: last.querySelector(':scope > table > tbody') ?? last,
      block: last,
      end: new ProvisionalEnd(),
      source: containerSource,
      stub: stubOf(through, containerSource, loose),
      loose,
    };
  }

  #build(tokens: readonly Token[]): DocumentFragment {
    return buildBlocks(tokens, this.#words);
  }

  #remember(source: string, blocks: readonly Element[]): void {
    if (!source.includes('[')) return;
    this.#drawn.push({ source, blocks, definitionsKnown: Object.keys(this.#definitions).length });
  }

  /** Draws those blocks again that refer to what was defined only after them. */
  #resolveLateDefinitions(): void {
    const known = Object.keys(this.#definitions).length;
    for (const { source, blocks, definitionsKnown } of this.#drawn.splice(0)) {
      if (definitionsKnown === known) continue;
      const resolved = [...this.#build(parseMarkdown(source, { ...this.#definitions })).children];
      for (const [index, block] of blocks.entries()) {
        const after = resolved[index];
        // A reference that is resolved loses its brackets, so equal text means that nothing was resolved.
        if (after === undefined || after.textContent === block.textContent) continue;
        block.replaceWith(after);
        highlightIn([after]);
      }
    }
  }
}

function place(nodes: readonly ChildNode[], into: Element): void {
  for (const node of nodes) if (node.parentNode !== into) into.append(node);
}

function lastNodeIn(element: Element): Node {
  let node: Node = element;
  while (node.lastChild !== null) node = node.lastChild;
  return node;
}

/** The offset of a line's first character; the end of the text where it has fewer lines. */
function lineOffset(text: string, line: number): number {
  let offset = 0;
  for (let at = 0; at < line; at++) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  return offset;
}
