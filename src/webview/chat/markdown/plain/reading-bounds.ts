// Where markdown-it stops reading, so that no text takes it long and none is dropped: what it leaves becomes a token of
// its own, `plain_rest`, whose content is shown as it is.
import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { deepestBlock, longestInline, longestLinkSearch, mostCells, mostColumns, mostInlinePieces } from './bounds.ts';
import { footnoteOpen, footnoteReference } from '../syntax/footnotes.ts';
import { elementsOfFormula, formulaToken } from '../syntax/formulas.ts';
import type { BlockRule, CoreRule, InlineRule } from '../syntax/rules.ts';
import { marksEnd, wordEnd } from './plain-pieces.ts';

export const plainRest = 'plain_rest';

/** Makes a parser keep the bounds. */
export function keepBounds(parser: MarkdownIt): void {
  parser.core.ruler.at('inline', inlineInBounds);
  parser.inline.ruler.before('text', plainRest, manyPieces);
  const [table] = parser.block.ruler.getRules('');
  if (table !== undefined) parser.block.ruler.at('table', tableInBounds(table), { alt: ['paragraph', 'reference'] });
  parser.block.ruler.before('table', 'deep_blocks', deepBlocks);
  parser.inline.ruler.before('link', 'no_link', noLink);
}

const inlineInBounds: CoreRule = ({ tokens, md, env, Token }) => {
  for (const { type, content, children } of tokens) {
    if (type !== 'inline' || children === null) continue;
    const longest = content.length <= longestInline ? content.length : wordEnd(content, longestInline);
    const end = marksEnd(content, longest);
    md.inline.parse(content.slice(0, end), md, env, children);
    if (end === content.length) continue;
    const rest = new Token(plainRest, '', 0);
    rest.content = content.slice(end);
    children.push(rest);
  }
};

const manyPieces: InlineRule = (state, silent) => {
  if (silent || state.tokens.length < mostInlinePieces) return false;
  state.push(plainRest, '', 0).content = state.src.slice(state.pos, state.posMax);
  state.pos = state.posMax;
  return true;
};

/** Takes the lines that stand so deep, up to one that stands further out. */
const deepBlocks: BlockRule = (state, startLine, endLine, silent) => {
  if (silent || state.level < deepestBlock) return false;
  let line = startLine + 1;
  while (line < endLine && isWithin(state, line)) line++;
  pushLines(state, startLine, line);
  return true;
};

/** A line that a quote's paragraph takes in although it has no mark counts as less than none. */
function isWithin(state: StateBlock, line: number): boolean {
  const count = state.sCount[line] ?? 0;
  return state.isEmpty(line) || count < 0 || count >= state.blkIndent;
}

/**
 * A table with too many columns is shown as it is, and so are the rows of one that has too many: one more than are
 * drawn.
 */
function tableInBounds(table: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const columns = startLine + 1 < endLine ? columnsOf(lineOf(state, startLine + 1)) : 0;
    const end = Math.min(endLine, startLine + 3 + Math.floor(mostCells / Math.max(1, columns)));
    const isTable = table(state, startLine, end, silent || columns > mostColumns);
    if (!isTable || silent) return isTable;
    const begin = columns > mostColumns ? startLine : state.line;
    if (columns <= mostColumns && begin < end) return true;
    let line = Math.max(begin, startLine + 1);
    while (line < endLine && !state.isEmpty(line) && isWithin(state, line)) line++;
    if (line > begin) pushLines(state, begin, line);
    return true;
  };
}

function columnsOf(delimiters: string): number {
  return delimiters.split('|').filter((column) => column.trim() !== '').length;
}

/** What is known of a text's brackets: where the last one closes, and how far it was searched in vain for another. */
interface LinkSearch {
  readonly lastClose: number;
  readonly searched: number;
}
const searches = new WeakMap<object, LinkSearch>();

/** Takes an opening bracket as it is where no link can begin, or where looking for its end has taken long enough. */
const noLink: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  const isImage = src.startsWith('![', pos);
  if (!isImage && src.charAt(pos) !== '[') return false;
  const { lastClose, searched } = searches.get(state) ?? { lastClose: src.lastIndexOf(']'), searched: 0 };
  const begin = isImage ? pos + 1 : pos;
  if (searched < longestLinkSearch && begin < lastClose) {
    if (state.md.helpers.parseLinkLabel(state, begin, !isImage) !== -1) return false;
    // What was searched within it is counted already, and kept.
    searches.set(state, { lastClose, searched: (searches.get(state)?.searched ?? 0) + posMax - pos });
  } else {
    searches.set(state, { lastClose, searched });
  }
  if (!silent) state.pending += src.charAt(pos);
  state.pos = pos + 1;
  return true;
};

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]);
}

function pushLines(state: StateBlock, begin: number, end: number): void {
  const token = state.push(plainRest, '', 0);
  token.content = state.getLines(begin, end, state.blkIndent, false);
  token.map = [begin, end];
  state.line = end;
}

/** A block of code has a header with buttons. */
export const elementsOfCode = 13;
/** An image is a note with a link. */
const elementsOfImage = 3;
/** A footnote, and a reference to one, have a link. */
const elementsOfFootnote = 2;

/**
 * How many elements stand for these tokens, but for those that begin before `firstLine`, which are there as context.
 */
export function elementsOf(tokens: readonly Token[], firstLine = 0): number {
  let line = 0;
  let elements = 0;
  for (const token of tokens) {
    line = token.map?.[0] ?? line;
    if (line >= firstLine) elements += ownElements(token) + (token.children === null ? 0 : elementsOf(token.children));
  }
  return elements;
}

function ownElements({ type, nesting, content }: Token): number {
  switch (type) {
    case 'fence':
    case 'code_block':
      return elementsOfCode;
    case 'image':
      return elementsOfImage;
    case footnoteOpen:
    case footnoteReference:
      return elementsOfFootnote;
    case formulaToken:
      return elementsOfFormula(content);
    case 'hr':
    case 'code_inline':
    case 'hardbreak':
      return 1;
    // What every table has, whichever of its rows these tokens hold.
    case 'thead_open':
    case 'tbody_open':
      return 0;
    default:
      return nesting === 1 ? 1 : 0;
  }
}

/**
 * No text of so many characters becomes more elements: a row of one character has as many cells as its table has
 * columns.
 */
export function mostElementsOf(characters: number): number {
  return characters * mostColumns;
}

/** How much a text was read as. */
export interface Reading {
  /** Pieces of all kinds. */
  readonly parts: number;
  /** Whether some of it is plain text because a bound was reached. */
  readonly isCutShort: boolean;
}

export function readingOf(tokens: readonly Token[]): Reading {
  const isRest = ({ type }: Token): boolean => type === plainRest;
  return {
    parts: tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0),
    isCutShort: tokens.some((token) => isRest(token) || token.children?.some(isRest) === true),
  };
}
