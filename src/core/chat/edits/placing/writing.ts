// What a file becomes once segments have their places in it.
import type { ComparedFile } from './compared-file.ts';
import { leadsDeclaration } from '../reading/code-segments.ts';
import type { Change, LineRange } from '../located-edit.ts';
import type { PlacedSegment, Placement, Reading } from './placement.ts';
import type { Segments } from '../reading/segments.ts';
import { lineAt, type SourceLine, type WrittenLine, writeSource } from '../reading/source-text.ts';

export interface WrittenChange extends Change {
  /** Lines of the file, blank ones aside, that are gone without a counterpart, and lines that are new. */
  readonly removed: readonly number[];
  readonly added: number;
  /** Whether the code's indentation was taken as it is. */
  readonly keepsIndentation: boolean;
}

/** The text that follows from a placement. */
export function changeOf(placement: Placement, segments: Segments, file: ComparedFile): WrittenChange {
  const inOrder = [...placement.placed].sort((one, other) => one.fit.start - other.fit.start);
  const { lines } = file.source;
  // Pieces of them, since a call takes no more than some ten thousand arguments.
  const written: (readonly WrittenLine[])[] = [];
  const removed: (readonly number[])[] = [];
  const places: LineRange[] = [];
  let added = 0;
  let at = 0;
  for (const placed of inOrder) {
    const start = segments.replacesAll ? Math.max(at, startWithComments(placed, file)) : placed.fit.start;
    written.push(lines.slice(at, start));
    const piece = new PieceWriter(placed, placement.reading, segments.replacesAll, file).write();
    written.push(piece.lines);
    removed.push(piece.removed);
    added += piece.added;
    places.push({ start, end: placed.fit.end });
    at = placed.fit.end;
  }
  written.push(lines.slice(at));
  return {
    text: writeSource(file.source, written.flat(), segments.endsInBreak ?? undefined),
    places,
    removed: removed.flat(),
    added,
    keepsIndentation: placement.reading.isPlain,
  };
}

/**
 * Comments that the code brings along for a declaration take the place of those that the file has directly above it.
 */
function startWithComments({ segment, rows, fit }: PlacedSegment, file: ComparedFile): number {
  const found = fit.lines();
  const first = segment.lines.findIndex(({ line }) => line.body !== '' && !leadsDeclaration(line.body));
  // Where its first line is in the file, the comment begins with it: what lies above is none of the code's.
  const opening = rows.findIndex(({ id }) => id !== 0);
  const bringsComments = first > opening && found[opening] === -1;
  const head = found[first] ?? -1;
  if (!bringsComments || head === -1) return fit.start;
  let start = fit.start;
  for (;;) {
    const above = file.source.lines[start - 1];
    if (above === undefined || above.body === '' || !leadsDeclaration(above.body)) return start;
    if (above.width < (file.lines[head]?.width ?? 0)) return start;
    start--;
  }
}

class PieceWriter {
  readonly #placed: PlacedSegment;
  readonly #reading: Reading;
  readonly #replacesAll: boolean;
  readonly #file: ComparedFile;
  readonly #lines: WrittenLine[] = [];
  readonly #removed: number[] = [];
  #added = 0;
  #at: number;

  constructor(placed: PlacedSegment, reading: Reading, replacesAll: boolean, file: ComparedFile) {
    this.#placed = placed;
    this.#reading = reading;
    this.#replacesAll = replacesAll;
    this.#file = file;
    this.#at = placed.fit.start;
  }

  write(): { readonly lines: readonly WrittenLine[]; readonly removed: readonly number[]; readonly added: number } {
    const { segment, rows, fit } = this.#placed;
    const found = fit.lines();
    let row = 0;
    for (const { role, line } of segment.lines) {
      if (role === 'added') {
        this.#add(line);
        continue;
      }
      const place = found[row] ?? -1;
      const isSame = place >= 0 && rows[row]?.id === this.#file.lines[place]?.id;
      row++;
      if (place >= 0) this.#passUntil(place);
      if (place >= 0) this.#at = place + 1;
      if (role === 'removed' && place >= 0) this.#removed.push(place);
      else if (role === 'code' && !isSame) {
        if (line.body !== '' || this.#separatesNew(row - 1, found)) this.#add(line);
      } else if (place >= 0) this.#keep(place);
    }
    this.#passUntil(fit.end);
    return { lines: this.#lines, removed: this.#removed, added: this.#added };
  }

  /** Whether a blank line is new: one at the edge of a segment only beside lines that are. */
  #separatesNew(row: number, found: readonly number[]): boolean {
    if (row > 0 && row < found.length - 1) return true;
    return found[row === 0 ? 1 : row - 1] === -1;
  }

  /** Lines of the file without a counterpart. */
  #passUntil(place: number): void {
    for (; this.#at < place; this.#at++) {
      if (!this.#replacesAll) this.#keep(this.#at);
      else if (this.#file.lines[this.#at]?.id !== 0) this.#removed.push(this.#at);
    }
  }

  #keep(place: number): void {
    const line = this.#file.source.lines[place];
    if (line !== undefined) this.#lines.push(line);
  }

  #add(line: SourceLine): void {
    if (line.body !== '') this.#added++;
    const { indentUnit } = this.#file.source;
    const isInUnit = indentUnit.usesTabs ? /^\t* {0,3}$/u.test(line.indentation) : !line.indentation.includes('\t');
    const isWhole = this.#reading.isPlain && isInUnit && isOwnIndentation(line);
    this.#lines.push(isWhole ? line.text : lineAt(line, this.#reading.widthOf(line), indentUnit));
  }
}

/** Whether a line's width is still that of its indentation: one that had lost it has been given another. */
function isOwnIndentation({ indentation, width }: SourceLine): boolean {
  return indentation.includes('\t') || indentation.length === width;
}
