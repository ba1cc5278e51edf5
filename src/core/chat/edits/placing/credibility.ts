// Whether a placement is what the code means, and not a coincidence.
import { leadsDeclaration } from '../reading/code-segments.ts';
import { similarity } from '../reading/declared-names.ts';
import type { Segments } from '../reading/segments.ts';
import type { Row } from './alignment.ts';
import type { ComparedFile } from './compared-file.ts';
import { type Placement, type PlacedSegment, weightOf } from './placement.ts';

/** Whether enough of the code is found for the place to be more than a coincidence. */
export function isCredible({ placed }: Placement, segments: Segments, file: ComparedFile): boolean {
  if (!segments.replacesAll) return isCredibleDiff(placed);
  const shares = placed.map(({ segment, rows, fit }) => {
    const lines = fit.lines();
    const head = segment.lines.findIndex(({ line }) => line.body !== '' && !leadsDeclaration(line.body));
    const isNew = newDeclarations(rows, lines, file);
    const total = weightOf(rows.filter((_, row) => !isNew.has(row)));
    const paired = weightOf(rows.filter((_, row) => (lines[row] ?? -1) >= 0));
    const removed = fit.end - fit.start - lines.filter((line) => line >= 0).length;
    const isNamed = rows[head]?.name !== 0 && (lines[head] ?? -1) >= 0;
    return { total, paired, isNamed, isSure: paired >= total * 0.3 || isNamed || (paired >= 12 && removed === 0) };
  });
  if (shares.some(({ isSure }) => !isSure)) return false;
  const all = shares.reduce((sum, { total }) => sum + total, 0);
  const found = shares.reduce((sum, { paired }) => sum + paired, 0);
  return found >= 8 || found === all || shares.some(({ isNamed }) => isNamed);
}

/** Whether nothing beside the places says that the code means something else. */
export function isUnmistakable({ placed }: Placement, segments: Segments, file: ComparedFile): boolean {
  if (!segments.replacesAll) return true;
  return placed.every((segment, index) => {
    const from = segments.isOrdered ? (placed[index - 1]?.fit.end ?? 0) : 0;
    const to = (segments.isOrdered ? placed[index + 1]?.fit.start : null) ?? file.lines.length;
    return isClear(segment, from, to, file) && (placed.length === 1 || !mayRemoveAtEdge(segment));
  });
}

function isCredibleDiff(placed: readonly PlacedSegment[]): boolean {
  let total = 0;
  let paired = 0;
  let cost = 0;
  for (const { rows, fit } of placed) {
    const lines = fit.lines();
    total += weightOf(rows);
    paired += weightOf(rows.filter((_, row) => (lines[row] ?? -1) >= 0));
    cost += fit.cost;
  }
  // What a diff removes is there in any case.
  const removes = placed.every(({ segment }) => segment.lines.some(({ isRequired }) => isRequired));
  return paired === total
    ? cost <= total
    : paired >= 8 && cost <= total * (removes ? 0.6 : 0.4) && placed.every(knowsItsPlace);
}

/**
 * Whether a piece between gaps that changes nothing where it was found may mean that lines beside it go: where it
 * begins or ends with nothing but brackets, these may as well be others.
 */
function mayRemoveAtEdge({ rows, fit }: PlacedSegment): boolean {
  const written = rows.filter(({ id }) => id !== 0);
  const isWeak = (row: Row | undefined): boolean => row !== undefined && row.weight < 4;
  return fit.cost === 0 && written.length >= 4 && (isWeak(written[0]) || isWeak(written.at(-1)));
}

/** What a diff adds lies beside a line that was found. */
function knowsItsPlace({ segment, fit }: PlacedSegment): boolean {
  const found = fit.lines();
  let row = 0;
  return segment.lines.every(({ role }, index) => {
    if (role !== 'added') {
      row++;
      return true;
    }
    const follows = segment.lines[index - 1]?.role === 'added';
    return follows || (found[row - 1] ?? -1) >= 0 || (found[row] ?? -1) >= 0;
  });
}

/**
 * Whether lines at the edge of a segment that the file lacks are new there, and not other versions of lines that the
 * file has beside it.
 *
 * @param from where the gap before the segment begins.
 * @param to where the gap behind it ends.
 */
function isClear({ segment, rows, fit }: PlacedSegment, from: number, to: number, file: ComparedFile): boolean {
  const found = fit.lines();
  const isFound = (line: number, row: number): boolean => line >= 0 && rows[row]?.id !== 0;
  const first = found.findIndex(isFound);
  const last = found.findLastIndex(isFound);
  if (first === -1) return false;
  const bodyOf = (row: number): string => segment.lines[row]?.line.body ?? '';
  if (quoteMark.test(bodyOf(last)) && (found[last - 1] ?? 0) === -1) return false;
  if (segment.endsWithIndentation && found.at(-1) !== -1 && goesOn(rows, file, fit.end)) return false;
  if (mayReplaceNext(rows, last, file, fit.end)) return false;
  const isDeclaredNew = newDeclarations(rows, found, file);
  // A second declaration of a name beside the first is rather another version of it.
  const declaredTwice = rows.some(
    ({ name, width }, row) =>
      found[row] === -1 &&
      (rows[row + 1]?.width ?? 0) > width &&
      name !== 0 &&
      file.lines.some((line, index) => line.name === name && line.width === width && !found.includes(index)),
  );
  if (declaredTwice) return false;
  // A bracket behind new lines that lie as deep is theirs, wherever the file has one like it.
  const leadingWidths = rows
    .slice(0, first)
    .filter(({ id }) => id !== 0)
    .map(({ width }) => width);
  const firstFound = rows[first];
  if (firstFound !== undefined && firstFound.weight < 4 && firstFound.width >= Math.min(...leadingWidths)) return false;
  const isOther = (row: number, start: number, end: number, side: 'above' | 'below'): boolean => {
    const { id = 0, name = 0, weight = 0 } = rows[row] ?? {};
    if (id === 0) return false;
    const beside = file.lines.slice(start, end);
    if (beside.some((line) => (weight >= 4 && line.id === id) || (name !== 0 && line.name === name))) return true;
    if (leadsDeclaration(bodyOf(row)) || isDeclaredNew.has(row)) return false;
    const nearest = file.source.lines.slice(start, end).filter(({ body }) => body !== '');
    const compared = side === 'above' ? nearest.slice(-first - 2) : nearest.slice(0, rows.length - last + 1);
    return compared.some(({ body }) => similarity(bodyOf(row), body) >= 0.5);
  };
  const rowsOf = [...rows.keys()];
  const leading = rowsOf.slice(0, first);
  const trailing = segment.endsWithIndentation ? [] : rowsOf.slice(last + 1);
  return (
    !leading.some((row) => isOther(row, from, fit.start, 'above')) &&
    !trailing.some((row) => isOther(row, fit.end, to, 'below'))
  );
}

/** Marks that open as they close, so that one does not say which of the two it is. */
const quoteMark = /^(?:"{3}|'{3}|`{3,})$/u;

/**
 * Whether new lines at the end may take the place of the line that the file has there, which lies in the same block.
 */
function mayReplaceNext(rows: readonly Row[], last: number, file: ComparedFile, end: number): boolean {
  const trailing = rows.slice(last + 1).find(({ id }) => id !== 0);
  const next = file.lines[end];
  return trailing !== undefined && next !== undefined && next.id !== 0 && next.width === trailing.width;
}

/** Whether the block that the rows are all of has more lines in the file than they account for. */
function goesOn(rows: readonly Row[], file: ComparedFile, end: number): boolean {
  const head = rows.find(({ id }) => id !== 0);
  const next = file.lines.slice(end).find(({ id }) => id !== 0);
  return head !== undefined && next !== undefined && next.width > head.width;
}

/**
 * The rows of blocks under a name that the file does not know: whatever they resemble, they are no other version of it.
 */
function newDeclarations(rows: readonly Row[], found: readonly number[], file: ComparedFile): ReadonlySet<number> {
  const declared = new Set<number>();
  let head: Row | null = null;
  rows.forEach((row, index) => {
    if (head !== null && row.id !== 0 && row.width <= head.width) {
      if (row.width === head.width && row.weight < 4) declared.add(index);
      head = null;
    }
    const opens = (rows[index + 1]?.width ?? 0) > row.width;
    if (head === null && found[index] === -1 && row.name !== 0 && opens && !file.declares(row.name)) head = row;
    if (head !== null) declared.add(index);
  });
  return declared;
}
