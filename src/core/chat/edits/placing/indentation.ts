// How the indentation of code is read as that of a file.
import type { Segments } from '../reading/segments.ts';
import type { SourceLine } from '../reading/source-text.ts';
import type { ComparedLine } from './alignment.ts';
import type { ComparedFile } from './compared-file.ts';
import type { Reading } from './placement.ts';

/** The likeliest readings of the indentation: as written or in the file's own unit, and moved to where lines match. */
export function readingsOf({ segments }: Segments, file: ComparedFile): readonly Reading[] {
  const lines = segments.flatMap((segment) => segment.lines).filter(({ role }) => role !== 'added');
  const own = unitOf(lines.map(({ line }) => line));
  const { columns } = file.source.indentUnit;
  const scales = [{ isPlain: true, scale: (width: number) => width }];
  // Code in steps of another width is first read as just that.
  if (own !== null && own !== columns)
    scales.unshift({ isPlain: false, scale: (width) => Math.floor(width / own) * columns + (width % own) });
  const widths = widthsOf(file.lines);
  const compared = file.compare(
    lines.map(({ line }) => line),
    ({ width }) => width,
  );
  return scales.flatMap(({ isPlain, scale }) => {
    const votes = new Map<number, number>();
    for (const { id, name, width, weight } of compared) {
      const found = [...(weight < 4 ? [] : (widths.get(id) ?? [])), ...(widths.get(name) ?? [])];
      for (const present of found) {
        const shift = present - scale(width);
        votes.set(shift, (votes.get(shift) ?? 0) + 1 / found.length);
      }
    }
    const shifts = [...votes].sort((one, other) => other[1] - one[1]).map(([shift]) => shift);
    const likeliest = shifts.length === 0 ? [0] : shifts.slice(0, 2);
    return likeliest.map((shift) => ({
      widthOf: (line: SourceLine) => Math.max(0, scale(line.width) + shift),
      isPlain: isPlain && shift === 0,
    }));
  });
}

/** The width that all indentation is a multiple of; null where there is none, or but a column. */
function unitOf(lines: readonly SourceLine[]): number | null {
  let unit = 0;
  for (const { body, width } of lines) {
    // The lines of a comment's block lie a column further in.
    if (body !== '' && !body.startsWith('*')) unit = commonDivisor(unit, width);
  }
  return unit > 1 ? unit : null;
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other));

/** At which widths the file has a line, and at which it declares a name. */
function widthsOf(lines: readonly ComparedLine[]): ReadonlyMap<number, readonly number[]> {
  const widths = new Map<number, number[]>();
  for (const { id, name, width } of lines) {
    for (const key of [id, name]) {
      const known = widths.get(key) ?? [];
      if (key !== 0 && known.length < mostOfOne) widths.set(key, [...known, width]);
    }
  }
  return widths;
}

const mostOfOne = 20;
