// Where a run of lines fits into a file, and at what cost: the cheapest way to bring the two together, for every place
// at which it may end. A line that one side has and the other lacks costs its weight.

/** A line that is compared: equal ids are equal texts, and 0 is a blank line. */
export interface ComparedLine {
  readonly id: number;
  /** The id of the name that it declares; 0 where it declares none. */
  readonly name: number;
  readonly width: number;
  readonly weight: number;
}

export interface Row extends ComparedLine {
  /** What it costs where the file lacks it; null where the file has to have it. */
  readonly costOfMissing: number | null;
}

/** Lines of the file from `start` to before `end`. */
export interface Fit {
  readonly start: number;
  readonly end: number;
  readonly cost: number;
  /** For each row the line of the file that it is; -1 where the file lacks it. */
  readonly lines: () => readonly number[];
}

const unreachable = 0x3fffffff;
const mostFits = 500;

/** Whether a row and a line of the file are the same, and what it costs where only the declared name is. */
function costOfPair(row: ComparedLine, line: ComparedLine): number | null {
  if (row.id === line.id && (row.id === 0 || row.width === line.width)) return 0;
  return row.name !== 0 && row.name === line.name && row.width === line.width ? row.weight / 2 : null;
}

/**
 * The cheapest fits, cheapest first; none of them lies across one that is cheaper.
 *
 * @param endsWithIndentation whether the rows are all of a block that ends where its indentation does, so that the file
 *   need not have the last of them.
 */
export function fitsOf(
  rows: readonly Row[],
  file: readonly ComparedLine[],
  endsWithIndentation: boolean,
): readonly Fit[] {
  const costs = new CostTable(rows, file, endsWithIndentation);
  const byStart = new Map<number, Omit<Fit, 'lines'>>();
  for (let end = 0; end <= file.length; end++) {
    const cost = costs.final(end);
    if (cost >= unreachable) continue;
    const start = costs.startOf(end);
    const known = byStart.get(start);
    if (known === undefined || cost < known.cost) byStart.set(start, { start, end, cost });
  }
  const cheapestFirst = [...byStart.values()].sort((one, other) => one.cost - other.cost || one.start - other.start);
  const fits: Fit[] = [];
  /** Of these each is cheaper than the one that is looked at: where all cost the same, none has to be compared. */
  let cheaper: readonly Fit[] = [];
  for (const { start, end, cost } of cheapestFirst) {
    if (fits.length === mostFits) break;
    if (cost > (fits.at(-1)?.cost ?? cost)) cheaper = [...fits];
    if (cheaper.some((better) => better.start < end && start < better.end)) continue;
    fits.push({ start, end, cost, lines: () => costs.linesOf(end) });
  }
  return fits;
}

class CostTable {
  readonly #rows: readonly Row[];
  readonly #file: readonly ComparedLine[];
  readonly #endsWithIndentation: boolean;
  readonly #columns: number;
  readonly #costs: Int32Array;
  readonly #starts: Int32Array;

  constructor(rows: readonly Row[], file: readonly ComparedLine[], endsWithIndentation: boolean) {
    this.#rows = rows;
    this.#file = file;
    this.#endsWithIndentation = endsWithIndentation;
    this.#columns = file.length + 1;
    this.#costs = new Int32Array((rows.length + 1) * this.#columns).fill(unreachable);
    this.#starts = Int32Array.from({ length: this.#columns }, (_, line) => line);
    this.#costs.fill(0, 0, this.#columns);
    for (let row = 0; row < rows.length; row++) this.#fillRow(row);
  }

  /** What it costs that the rows end before this line. */
  final(end: number): number {
    const cost = this.#cost(this.#rows.length, end);
    const last = this.#rows.at(-1);
    const head = this.#rows.find((row) => row.id !== 0);
    if (!this.#endsWithIndentation || last === undefined || head === undefined || cost >= unreachable) return cost;
    if (this.#isMatch(this.#rows.length - 1, end)) return cost;
    const next = this.#file[this.#nextWritten(end)];
    return next === undefined || next.width <= head.width ? cost : unreachable;
  }

  startOf(end: number): number {
    return this.#starts[end] ?? 0;
  }

  linesOf(end: number): readonly number[] {
    const lines = new Array<number>(this.#rows.length).fill(-1);
    let line = end;
    let row = this.#rows.length;
    while (row > 0) {
      const cost = this.#cost(row, line);
      if (this.#isMatch(row - 1, line)) {
        row--;
        line--;
        lines[row] = line;
      } else if (cost === this.#cost(row - 1, line) + this.#costOfMissing(row - 1)) row--;
      else line--;
    }
    return lines;
  }

  #cost(row: number, line: number): number {
    return this.#costs[row * this.#columns + line] ?? unreachable;
  }

  /** Whether the cheapest way to here pairs the row with the line before this place. */
  #isMatch(row: number, line: number): boolean {
    if (line === 0) return false;
    const pair = this.#pair(row, line - 1);
    return pair !== null && this.#cost(row + 1, line) === this.#cost(row, line - 1) + pair;
  }

  #pair(row: number, line: number): number | null {
    const one = this.#rows[row];
    const other = this.#file[line];
    return one === undefined || other === undefined ? null : costOfPair(one, other);
  }

  #costOfMissing(row: number): number {
    const missing = this.#rows[row];
    return missing?.costOfMissing ?? unreachable;
  }

  #fillRow(index: number): void {
    const row = this.#rows[index];
    if (row === undefined) return;
    const costs = this.#costs;
    const starts = this.#starts;
    const columns = this.#columns;
    const before = starts.slice();
    const above = index * columns;
    const here = above + columns;
    const missing = row.costOfMissing ?? unreachable;
    const outermost =
      index + 1 === this.#rows.length
        ? null
        : Math.min(this.#writtenWidth(index, -1), this.#writtenWidth(index + 1, 1));
    for (let line = 0; line < columns; line++) {
      let best = Math.min(unreachable, (costs[above + line] ?? unreachable) + missing);
      let start = before[line] ?? 0;
      const passed = this.#file[line - 1];
      if (passed !== undefined) {
        const pair = costOfPair(row, passed);
        const paired = pair === null ? unreachable : (costs[above + line - 1] ?? unreachable) + pair;
        if (paired <= best && paired < unreachable) {
          best = paired;
          start = before[line - 1] ?? 0;
        }
        // Lines of the file that lie between this row and the next: none where they would leave the block of both.
        const staysInside = outermost !== null && (passed.id === 0 || passed.width >= outermost);
        const skipped = staysInside ? (costs[here + line - 1] ?? unreachable) + passed.weight : unreachable;
        if (skipped < best) {
          best = skipped;
          start = starts[line - 1] ?? 0;
        }
      }
      costs[here + line] = best;
      starts[line] = start;
    }
  }

  #writtenWidth(from: number, step: 1 | -1): number {
    for (let row = from; row >= 0 && row < this.#rows.length; row += step) {
      const found = this.#rows[row];
      if (found !== undefined && found.id !== 0) return found.width;
    }
    return 0;
  }

  #nextWritten(from: number): number {
    let line = from;
    while (this.#file[line]?.id === 0) line++;
    return line;
  }
}
