// Which places of a file a set of segments fits, all of them together.
import type { Segment, Segments } from '../reading/segments.ts';
import { type ComparedLine, fitsOf } from './alignment.ts';
import type { ComparedFile } from './compared-file.ts';
import { isCredible, isUnmistakable } from './credibility.ts';
import { readingsOf } from './indentation.ts';
import { type Placement, type PlacedSegment, type Reading, weightOf } from './placement.ts';

export type Placements =
  | { readonly kind: 'placed'; readonly placements: readonly Placement[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'tooLong' };

/** How many pairs of lines are compared at most, over all readings. */
const mostPairs = 6_000_000;
const mostPlacements = 20;
const mostSteps = 20_000;
/** How many pairs of places are held against each other at most, in all steps. */
const mostLooks = 2_000_000;

/** Another placement counts as possible as long as it costs no more than this. */
const stillPossible = (cheapest: number): number => cheapest * 1.25 + 3;

/** All placements that cannot be told apart, cheapest first; one only where the place is certain. */
export function placementsOf(segments: Segments, file: ComparedFile): Placements {
  const rows = segments.segments.reduce((count, segment) => count + segment.lines.length, 0);
  const readings = readingsOf(segments, file);
  if (rows * file.lines.length * readings.length > mostPairs) return { kind: 'tooLong' };
  const found: Placement[] = [];
  for (const reading of readings) {
    const placements = new ChainSearch(segments, file, reading).run();
    if (placements === 'everywhere') return { kind: 'everywhere' };
    found.push(...placements);
  }
  const cheapest = Math.min(...found.map(({ cost }) => cost));
  const placements = found
    .filter(({ cost }) => cost <= stillPossible(cheapest))
    .sort((one, other) => one.cost - other.cost || Number(isAsWritten(other, file)) - Number(isAsWritten(one, file)))
    .slice(0, mostPlacements)
    .filter(isFirstAtItsPlace);
  // One that may mean something else casts doubt on the others too.
  const isCertain = placements.every((placement) => isUnmistakable(placement, segments, file));
  return placements.length === 0 || !isCertain ? { kind: 'none' } : { kind: 'placed', placements };
}

/** Whether the file lies there just as deep as the code does: then nothing of its indentation is to be changed. */
function isAsWritten({ reading, placed }: Placement, file: ComparedFile): boolean {
  return (
    reading.isPlain &&
    placed.some(({ segment, fit }) => {
      const widths = new Set(segment.lines.map(({ line }) => line.width));
      return file.lines.slice(fit.start, fit.end).some(({ id, width }) => id !== 0 && width > 0 && widths.has(width));
    })
  );
}

/** Of several readings of the indentation that lead to one place, the cheapest counts. */
function isFirstAtItsPlace({ placed }: Placement, index: number, all: readonly Placement[]): boolean {
  const first = all.findIndex((other) =>
    other.placed.every(({ fit }, of) => fit.start === placed[of]?.fit.start && fit.end === placed[of].fit.end),
  );
  return first === index;
}

class ChainSearch {
  readonly #segments: Segments;
  readonly #file: ComparedFile;
  readonly #reading: Reading;
  readonly #candidates: readonly (readonly PlacedSegment[])[];
  readonly #floor: readonly number[];
  readonly #reaches = new Map<number, Int32Array>();
  #chains: Placement[] = [];
  #cheapest = Infinity;
  #steps = 0;
  #looks = 0;

  constructor(segments: Segments, file: ComparedFile, reading: Reading) {
    this.#segments = segments;
    this.#file = file;
    this.#reading = reading;
    this.#candidates = segments.segments.map((segment) => candidatesOf(segment, file, reading));
    let floor = 0;
    this.#floor = [...this.#candidates]
      .reverse()
      .map((fits) => (floor += fits[0]?.fit.cost ?? Infinity))
      .reverse();
  }

  run(): readonly Placement[] | 'everywhere' {
    if (this.#candidates.some((fits) => fits.length === 0)) return [];
    this.#extend([], 0);
    if (this.#isTired) return 'everywhere';
    const chains = this.#chains.filter(
      (chain) => chain.cost <= stillPossible(this.#cheapest) && isCredible(chain, this.#segments, this.#file),
    );
    return chains.length > mostPlacements ? 'everywhere' : chains;
  }

  get #isTired(): boolean {
    return this.#steps > mostSteps || this.#looks > mostLooks;
  }

  #extend(placed: readonly PlacedSegment[], cost: number): void {
    this.#steps++;
    const candidates = this.#candidates[placed.length];
    if (candidates === undefined) {
      this.#chains.push({ reading: this.#reading, cost, placed });
      this.#cheapest = Math.min(this.#cheapest, cost);
      return;
    }
    const rest = this.#floor[placed.length + 1] ?? 0;
    for (const candidate of candidates) {
      const next = cost + candidate.fit.cost;
      if (this.#isTired || next + rest > stillPossible(this.#cheapest)) break;
      this.#looks += this.#segments.isOrdered ? 1 : placed.length + 1;
      if (this.#mayFollow(placed, candidate)) this.#extend([...placed, candidate], next);
    }
  }

  #mayFollow(placed: readonly PlacedSegment[], { fit, segment }: PlacedSegment): boolean {
    if (!this.#segments.isOrdered) {
      return placed.every(({ fit: { start, end } }) => fit.end <= start || fit.start >= end);
    }
    const before = placed.at(-1)?.fit.end;
    if (before === undefined) return true;
    return fit.start >= before && (segment.gapBefore === null || this.#reach(segment.gapBefore, before) >= fit.start);
  }

  /** The first line from here on that lies further out than a gap of this width. */
  #reach(gap: number, from: number): number {
    const width = gap + this.#shift();
    let reaches = this.#reaches.get(width);
    if (reaches === undefined) {
      const { lines } = this.#file;
      reaches = new Int32Array(lines.length + 1).fill(lines.length);
      for (let line = lines.length - 1; line >= 0; line--) {
        const found = lines[line];
        const isFurtherOut = found !== undefined && found.id !== 0 && found.width < width;
        reaches[line] = isFurtherOut ? line : (reaches[line + 1] ?? lines.length);
      }
      this.#reaches.set(width, reaches);
    }
    return reaches[from] ?? 0;
  }

  /** How far the code has to be moved to the right to lie as the file does. */
  #shift(): number {
    const line = this.#segments.segments[0]?.lines[0]?.line;
    return line === undefined ? 0 : this.#reading.widthOf(line) - line.width;
  }
}

function candidatesOf(segment: Segment, file: ComparedFile, reading: Reading): readonly PlacedSegment[] {
  const compared = segment.lines.filter(({ role }) => role !== 'added');
  const lines = file.compare(
    compared.map(({ line }) => line),
    reading.widthOf,
  );
  const rows = lines.map((line, index) => {
    const written = compared[index];
    const cost = line.weight * newness(line, file.has(written?.line.body ?? ''), file.declares(line.name));
    if (segment.gapBefore !== null && isOwnBracket(lines, index, file)) {
      return { ...line, id: unlikeAny, costOfMissing: written?.isRequired === true ? null : line.weight };
    }
    return { ...line, costOfMissing: written?.isRequired === true ? null : cost };
  });
  const total = weightOf(rows);
  if (total === 0) return [];
  return fitsOf(rows, file.lines, segment.endsWithIndentation)
    .filter((fit) => fit.end > fit.start)
    .map((fit) => ({ segment, rows, fit }));
}

/** What the file has somewhere is rarely new, and what it declares even less. */
function newness({ weight }: ComparedLine, isPresent: boolean, isDeclared: boolean): number {
  if (isDeclared) return 3;
  return isPresent && weight >= 4 ? 1.5 : 1;
}

/** The id of a line that is to be paired with none. */
const unlikeAny = -1;

/** Whether a line closes what a line before it has declared, under a name that the file does not know. */
function isOwnBracket(lines: readonly ComparedLine[], index: number, file: ComparedFile): boolean {
  const line = lines[index];
  if (line === undefined || line.id === 0 || line.weight >= 4) return false;
  const opening = lines.slice(0, index).findLast(({ id, width }) => id !== 0 && width <= line.width);
  return opening?.width === line.width && opening.name !== 0 && !file.declares(opening.name);
}
