// Where a model writes mathematics in markdown. What only looks like it stays text: prices, shell variables, escaped
// brackets. A formula keeps its source, character for character, and no underscore in it becomes emphasis.
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import type { BlockRule, InlineRule } from './rules.ts';

/** Its content is the source with its delimiters. */
export const formulaToken = 'formula';

/** Something that formulas have and escaped brackets in a sentence have not. */
const formulaSign = /[\\^_={}]/u;
const inDollars = /^(?:[\p{L}\p{N}]|[\p{L}\p{N}\\({[|+-][^\n]*[^\s\\])$/u;
/** Words between blanks, as in "$5 and those 6$" and "$10, or 3$". */
const prose = /(?:^|\s)\p{L}{3,}(?:\s|$)|^\d[^\n]*\s\p{L}{2,}\s/u;
/** "x", "n + 1", "a, b". */
const shortTerms = /^\s*(?:[A-Za-z]{1,2}|\d[\d.]*)(?:\s*[-+*/<>,]\s*(?:[A-Za-z]{1,2}|\d[\d.]*))*\s*$/u;

interface Delimiters {
  readonly open: string;
  readonly close: string;
  readonly isDisplay: boolean;
  /** @param before the character in front, or none; @param after the one behind. */
  readonly holds: (content: string, before: string, after: string) => boolean;
}

/** Longer openings first. */
const kinds: readonly Delimiters[] = [
  { open: '$$', close: '$$', isDisplay: true, holds: isFormula },
  {
    open: '$',
    close: '$',
    isDisplay: false,
    // As in Pandoc, and between words only: "$5 to $10" and "$HOME:$PATH" are none.
    holds: (content, before, after) =>
      inDollars.test(content) && !/[\w$]/u.test(before + after) && (formulaSign.test(content) || !prose.test(content)),
  },
  { open: '\\(', close: '\\)', isDisplay: false, holds: isFormula },
  {
    open: '\\[',
    close: '\\]',
    isDisplay: true,
    holds: (content) => formulaSign.test(content) && /\w/u.test(content),
  },
];

function isFormula(content: string): boolean {
  return formulaSign.test(content) || shortTerms.test(content);
}

/** What stands between the delimiters of a formula's source, and whether it is set on lines of its own. */
export function formulaOf(source: string): { readonly tex: string; readonly isDisplay: boolean } {
  const kind = kinds.find(({ open }) => source.startsWith(open));
  if (kind === undefined) return { tex: source, isDisplay: false };
  return { tex: source.slice(kind.open.length, -kind.close.length), isDisplay: kind.isDisplay };
}

/** Chemistry and units. */
export const chemistry = /\\(?:ce|pu)(?![A-Za-z])/u;
const texWords = /\\[A-Za-z]+/gu;
/** But for what is only grouping. */
const texSigns = /\\(?:[A-Za-z]+|.)|[^\s{}^_&]/gsu;

/** Of one formula. */
const mostElements = 3_000;

/** How many elements a formula is counted as; one that becomes more is not drawn. Most become about half as many. */
export function elementsOfFormula(source: string): number {
  const words = source.match(texWords)?.length ?? 0;
  const signs = (source.match(texSigns)?.length ?? 0) - words;
  return Math.min(mostElements, 6 + 2 * words + Math.ceil(signs * (chemistry.test(source) ? 4 : 1.5)));
}

/** Makes a parser read formulas. */
export function readFormulas({ block, inline }: MarkdownIt): void {
  inline.ruler.before('escape', formulaToken, readFormula);
  block.ruler.before('fence', 'formula_lines', readFormulaLines, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

/** What each text has no more of, so that thousands of openings do not search it to its end every time. */
const missing = new WeakMap<object, Set<string>>();

function indexOfClose(state: StateInline, close: string, from: number): number {
  const known = missing.get(state) ?? new Set();
  const index = known.has(close) ? -1 : state.src.indexOf(close, from);
  if (index === -1) missing.set(state, known.add(close));
  return index;
}

const readFormula: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  const kind = kinds.find(({ open }) => src.startsWith(open, pos));
  if (kind === undefined) return false;
  const begin = pos + kind.open.length;
  const end = indexOfClose(state, kind.close, begin);
  if (end === -1 || end + kind.close.length > posMax) return false;
  const after = end + kind.close.length;
  if (!kind.holds(src.slice(begin, end), src.charAt(pos - 1), src.charAt(after))) return false;
  if (!silent) state.push(formulaToken, 'math', 0).content = src.slice(pos, after);
  state.pos = after;
  return true;
};

/**
 * The lines of a formula that begins a line and ends no sooner than the next: a paragraph whatever its lines begin
 * with, so that "- b" and "= c" in it are neither a list nor a heading. A blank line ends it in any case.
 */
const readFormulaLines: BlockRule = (state, startLine, endLine, silent) => {
  const first = lineOf(state, startLine);
  const kind = kinds.find(({ open, isDisplay }) => isDisplay && first.startsWith(open));
  if (kind === undefined || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const opened = first.slice(kind.open.length);
  if (opened.includes(kind.close) || (opened.trim() !== '' && !formulaSign.test(opened))) return false;
  if (silent) return true;
  let line = startLine + 1;
  while (line < endLine && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent) {
    if (lineOf(state, line++).includes(kind.close)) break;
  }
  state.line = line;
  state.push('paragraph_open', 'p', 1).map = [startLine, line];
  const content = state.push('inline', '', 0);
  content.content = state.getLines(startLine, line, state.blkIndent, false).trim();
  content.map = [startLine, line];
  content.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
};

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
