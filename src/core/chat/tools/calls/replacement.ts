// Exact replacement in a text: what is replaced must stand there once. Nothing is guessed but how far it is indented,
// and that only where one place fits.
import { locateReplacement } from '../../edits/locate.ts';
import { linesAt, placesOf } from './text-places.ts';
import { WorkBudget } from './work-budget.ts';

export interface Replacement {
  readonly old: string;
  readonly new: string;
  /** Whether it is replaced wherever it stands. */
  readonly everywhere: boolean;
}

export type Replaced =
  | {
      readonly kind: 'replaced';
      readonly text: string;
      /**
       * Line, from 1, of each replacement that fits only with another indentation or other blanks at the ends of lines.
       */
      readonly loosely: readonly number[];
    }
  /** `which` counts from 0; `lines` are those where `old` stands. */
  | { readonly kind: 'ambiguous'; readonly which: number; readonly lines: readonly number[] }
  /** `firstLine`: where its first line stands alone. */
  | { readonly kind: 'notFound'; readonly which: number; readonly firstLine: readonly number[] }
  /** `tooMuch`: to look for it would hold everything else up. */
  | { readonly kind: 'unchanged' | 'tooLong' | 'tooMuch'; readonly which: number };

/** Characters of a file that is changed, before and after. */
export const longestFile = 5_000_000;

/** One after the other, each in the text that those before it made. All or none. */
export function replaced(text: string, replacements: readonly Replacement[]): Replaced {
  const budget = new WorkBudget();
  const withLineEnds = lineEndsOf(text);
  let result = text;
  const loosely: number[] = [];
  for (const [which, { old, new: wanted, everywhere }] of replacements.entries()) {
    const edit = { old: withLineEnds(old), new: withLineEnds(wanted), everywhere };
    const one = replacedOnce(result, edit, which, budget);
    if (one.kind !== 'replaced') return one;
    result = one.text;
    loosely.push(...one.loosely);
  }
  return { kind: 'replaced', text: result, loosely };
}

/** A model writes `\n`; a file that has `\r\n` alone keeps it. */
function lineEndsOf(text: string): (part: string) => string {
  const hasOnly = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  return (part) => (hasOnly ? part.replaceAll(/\r?\n/g, '\r\n') : part);
}

/** More are of no help. */
const mostPlaces = 20;

function replacedOnce(text: string, edit: Replacement, which: number, budget: WorkBudget): Replaced {
  const { old, new: wanted, everywhere } = edit;
  if (old === wanted || old === '') return { kind: 'unchanged', which };
  const sought = { most: everywhere ? text.length : mostPlaces, overlapping: !everywhere };
  const places = placesOf(text, old, sought, budget);
  if (places === null) return { kind: 'tooMuch', which };
  if (places.length === 0) return replacedLoosely(text, edit, which, budget);
  if (places.length > 1 && !everywhere) return { kind: 'ambiguous', which, lines: linesAt(text, places) };
  const length = text.length + places.length * (wanted.length - old.length);
  if (length > longestFile) return { kind: 'tooLong', which };
  const ends = [...places, text.length];
  const pieces = ends.map((end, index) => text.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + old.length, end));
  return { kind: 'replaced', text: pieces.join(wanted), loosely: [] };
}

/** For each line that is split and trimmed, that is placed, and for each pair of lines held together. */
const costOfTrimming = 250;
const costOfPlacing = 900;
const costOfPair = 35;

/**
 * Whole lines that differ by blanks at their sides alone, and stand there once. What comes in is indented as they are.
 */
function replacedLoosely(text: string, { old, new: wanted }: Replacement, which: number, budget: WorkBudget): Replaced {
  const lines = trimmedLines(text);
  const sought = trimmedLines(old);
  if (sought.length > 1 && sought.at(-1) === '') sought.pop();
  const starts = lines.flatMap((line, index) => (line !== '' && line === sought[0] ? [index] : []));
  // Where the same line stands everywhere, each place could fit to the end.
  if (!budget.spend(lines.length * costOfTrimming + starts.length * old.length)) return { kind: 'tooMuch', which };
  const fits = starts.filter((start) => sought.every((line, index) => line === lines[start + index]));
  const [start] = fits;
  if (fits.length > 1) return { kind: 'ambiguous', which, lines: lineNumbers(fits) };
  if (start === undefined) return { kind: 'notFound', which, firstLine: lineNumbers(starts) };
  if (!budget.spend(lines.length * (costOfPlacing + sought.length * costOfPair))) return { kind: 'tooMuch', which };
  const changed = withLinesReplaced(text, old, wanted, start, start + sought.length);
  return changed === null
    ? { kind: 'notFound', which, firstLine: lineNumbers(starts) }
    : { kind: 'replaced', text: changed, loosely: [start + 1] };
}

function trimmedLines(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function lineNumbers(indexes: readonly number[]): readonly number[] {
  return indexes.slice(0, mostPlaces).map((index) => index + 1);
}

/** Null where that is not surely a change of these lines alone. */
function withLinesReplaced(text: string, old: string, wanted: string, start: number, end: number): string | null {
  // Where one ends its last line and the other does not, the line behind it changes as well.
  if (wanted !== '' && old.endsWith('\n') !== wanted.endsWith('\n')) return null;
  const located = locateReplacement(old, wanted, text);
  if (located.kind !== 'change') return null;
  const [place, ...others] = located.places;
  return place?.start === start && place.end === end && others.length === 0 ? located.text : null;
}
