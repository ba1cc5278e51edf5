// What differs between two texts, line by line, within bounds of time however the texts are made.
import { type ChangeObject, diffArrays } from 'diff';

/**
 * So many lines of the old text, from `start` to before `end`, give way to `lines`, which begin at `newStart` in the
 * new one.
 */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/**
 * Beyond so many lines that differ, what is between the first and the last of them counts as one change: the search
 * takes the square of that number.
 */
const largestDifference = 800;

/**
 * A text that ends in a line break has an empty last line, as in an editor; which kind of break it is does not matter.
 */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

export function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((line, index) => line === others[index]);
}

/** But for the line breaks. */
export function isSameText(some: string, other: string): boolean {
  return isSame(linesOf(some), linesOf(other));
}

/** In the order of the lines; neighbours are one change. Empty where the texts are the same. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const old = before.slice(start, before.length - same);
  const fresh = after.slice(start, after.length - same);
  if (old.length === 0 && fresh.length === 0) return [];
  const pieces = diffArrays(old, fresh, { maxEditLength: largestDifference });
  if (pieces === undefined) return [{ start, end: start + old.length, newStart: start, lines: fresh }];
  return changesIn(pieces, start);
}

type Piece = Pick<ChangeObject<string[]>, 'added' | 'removed' | 'value'>;

function changesIn(pieces: readonly Piece[], firstLine: number): LineChange[] {
  const changes: LineChange[] = [];
  let line = firstLine;
  let newLine = firstLine;
  let isInChange = false;
  for (const { added, removed, value } of pieces) {
    const isPart = added || removed;
    const last = isInChange ? changes.pop() : undefined;
    const change = last ?? { start: line, end: line, newStart: newLine, lines: [] };
    if (!added) line += value.length;
    if (!removed) newLine += value.length;
    if (added) changes.push({ ...change, lines: [...change.lines, ...value] });
    else if (removed) changes.push({ ...change, end: line });
    else if (last !== undefined) changes.push(last);
    isInChange = isPart;
  }
  return changes;
}

/** How many lines come and go. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

export function countsOf(changes: readonly LineChange[]): LineCounts {
  return {
    added: changes.reduce((sum, { lines }) => sum + lines.length, 0),
    removed: changes.reduce((sum, { start, end }) => sum + end - start, 0),
  };
}

/** What becomes of a file; null where there is none before, or after. */
export function fileLineCounts(before: string | null, after: string | null): LineCounts {
  return countsOf(lineChanges(linesOfFile(before), linesOfFile(after)));
}

/** Without the empty line behind the last line break, which nobody counts. */
function linesOfFile(text: string | null): string[] {
  return text === null || text === '' ? [] : linesOf(text.endsWith('\n') ? text.slice(0, -1) : text);
}

/**
 * Which of the changes the cursor is in: on the side of the old lines, or of the new ones. Undefined where it is in
 * none.
 */
export function changeAtLine(
  changes: readonly LineChange[],
  side: 'old' | 'new',
  line: number,
): LineChange | undefined {
  const rangeOf = ({ start, end, newStart, lines }: LineChange): readonly [number, number] =>
    side === 'old' ? [start, end] : [newStart, newStart + lines.length];
  const holding = changes.find((change) => {
    const [from, to] = rangeOf(change);
    return line >= from && line < to;
  });
  // Nothing is left of it on this side: the cursor is on one of the two lines that it is between.
  return (
    holding ??
    changes.find((change) => {
      const [from, to] = rangeOf(change);
      return from === to && (line === from || line === from - 1);
    })
  );
}

/** What to write in the place of a range of an editor: lines and characters from 0, lines parted by `\n`. */
export interface TextReplacement {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly text: string;
}

/** The same change as an editor takes it, which knows no lines but only breaks between them. */
export function replacementOf({ start, end, lines }: LineChange, before: readonly string[]): TextReplacement {
  const endOf = (line: number): TextReplacement['end'] => ({ line, character: before[line]?.length ?? 0 });
  if (end < before.length) {
    return {
      start: { line: start, character: 0 },
      end: { line: end, character: 0 },
      text: lines.map((line) => `${line}\n`).join(''),
    };
  }
  const last = endOf(before.length - 1);
  // The break before these lines goes with them.
  return start > 0
    ? { start: endOf(start - 1), end: last, text: lines.map((line) => `\n${line}`).join('') }
    : { start: { line: 0, character: 0 }, end: last, text: lines.join('\n') };
}
