// Where a model writes mathematics in a line of markdown, so that its source is shown as code, character for character,
// and no underscore in it becomes emphasis. It draws no formula, and leaves alone what only looks like one: prices,
// shell variables, escaped brackets.
import type { StateInline } from 'markdown-it';
import type { InlineRule } from './rules.ts';

/** Something that formulas have and escaped brackets in a sentence have not. */
const formulaSign = /[\\^_={}]/u;
const inDollars = /^(?:\p{L}|[\p{L}\p{N}\\({[|+-][^\n]*[^\s\\])$/u;
const shortName = /^\s*[A-Za-z]{1,2}\s*$/u;

interface Delimiters {
  readonly open: string;
  readonly close: string;
  /** @param before the character in front, or none; @param after the one behind. */
  readonly holds: (content: string, before: string, after: string) => boolean;
}

/** Longer openings first. */
const kinds: readonly Delimiters[] = [
  { open: '$$', close: '$$', holds: (content) => formulaSign.test(content) || shortName.test(content) },
  {
    open: '$',
    close: '$',
    // As in Pandoc, and between words only: "$5 to $10" and "$HOME:$PATH" are none.
    holds: (content, before, after) => inDollars.test(content) && !/[\w$]/u.test(before + after),
  },
  { open: '\\(', close: '\\)', holds: (content) => formulaSign.test(content) || shortName.test(content) },
  { open: '\\[', close: '\\]', holds: (content) => formulaSign.test(content) && /\w/u.test(content) },
];

/** What each text has no more of, so that thousands of openings do not search it to its end every time. */
const missing = new WeakMap<object, Set<string>>();

function indexOfClose(state: StateInline, close: string, from: number): number {
  const known = missing.get(state) ?? new Set();
  const index = known.has(close) ? -1 : state.src.indexOf(close, from);
  if (index === -1) missing.set(state, known.add(close));
  return index;
}

/** A rule for markdown-it that goes before the one for escaped characters. */
export const mathSource: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  const kind = kinds.find(({ open }) => src.startsWith(open, pos));
  if (kind === undefined) return false;
  const begin = pos + kind.open.length;
  const end = indexOfClose(state, kind.close, begin);
  if (end === -1 || end + kind.close.length > posMax) return false;
  const after = end + kind.close.length;
  if (!kind.holds(src.slice(begin, end), src.charAt(pos - 1), src.charAt(after))) return false;
  if (!silent) state.push('code_inline', 'code', 0).content = src.slice(pos, after);
  state.pos = after;
  return true;
};
