// Where a growing text may be cut so that nothing before the cut can still change, whatever follows. CommonMark reads
// line by line and never reopens a block, so a block is final once the line that begins the next one is complete; the
// same holds for the items of a list and the rows of a table.
import type { Token } from 'markdown-it';
import { longestContainer, mostCells, mostItems } from '../plain/bounds.ts';
import { elementsOf } from '../plain/reading-bounds.ts';

/** What the cut goes through: it is continued by what follows. */
export interface CutContainer {
  readonly kind: 'list' | 'table';
  /** The line that the container begins on. */
  readonly line: number;
  readonly token: Token;
  /** How many of its items or rows are final with this cut, of those that were read. */
  readonly parts: number;
}

export interface Cut {
  /** All lines before this one are final. */
  readonly line: number;
  /** The container that the cut goes through; null between blocks. */
  readonly container: CutContainer | null;
  /** What ends at the cut only because it has as many items, rows or elements as are drawn as one. */
  readonly full: FullPart | null;
}

export type FullPart = 'list' | 'table' | 'answer';

/** What is drawn already: of an open list or table, and of the answer. */
export interface DrawnPart {
  /** Items or rows. */
  readonly parts: number;
  /** Characters. */
  readonly length: number;
  /** Elements that the answer may still get. */
  readonly elementsLeft: number;
}

/**
 * The last line at which `text` may be cut, or null.
 *
 * @param firstLine lines before it are already cut off: they are only there as context.
 * @param drawn what was cut off of the list or table that `text` begins with.
 */
export function lastSafeCut(tokens: readonly Token[], text: string, firstLine: number, drawn: DrawnPart): Cut | null {
  const lines = text.split('\n');
  // What follows the last line break is a line that can still grow.
  const complete = lines.length - 1;
  const starts = topLevelStarts(tokens);
  const sure = starts.filter((_, at) => isSureStart(tokens, starts, at, lines));
  const full = fullCut(tokens, starts, lines, firstLine, drawn);
  const answer = answerCut(tokens, sure, firstLine, drawn.elementsLeft);
  if (answer !== null && (full === null || answer.line <= full.line)) return answer;
  if (full !== null) return full;
  for (const index of sure.toReversed()) {
    const token = tokens[index];
    if (!token?.map) continue;
    const [line, end] = token.map;
    return (
      closedFenceCut(token, line, end, complete) ??
      innerCut(tokens, index, token, complete, firstLine) ??
      (line > firstLine ? { line, container: null, full: null } : null)
    );
  }
  return null;
}

function topLevelStarts(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, index) =>
    token.level === 0 && token.nesting !== -1 && token.map !== null ? [index] : [],
  );
}

/** Whether a block has begun for good: what follows cannot make it a part of the one before it. */
function isSureStart(
  tokens: readonly Token[],
  starts: readonly number[],
  at: number,
  lines: readonly string[],
): boolean {
  const token = tokens[starts[at] ?? -1];
  if (!token?.map) return false;
  const [line] = token.map;
  // A table is known by its second line.
  if (line + (token.type === 'table_open' ? 2 : 1) >= lines.length) return false;
  return token.type !== 'paragraph_open' || !mayBelongToDefinition(line, lines, tokens[starts[at - 1] ?? -1]);
}

/** The cut before the first block that the answer cannot take. */
function answerCut(
  tokens: readonly Token[],
  starts: readonly number[],
  firstLine: number,
  elementsLeft: number,
): Cut | null {
  let elements = 0;
  let counted = 0;
  for (const start of starts) {
    elements += elementsOf(tokens.slice(counted, start), firstLine);
    counted = start;
    const line = tokens[start]?.map?.[0] ?? 0;
    if (line >= firstLine && elements >= elementsLeft) return { line, container: null, full: 'answer' };
  }
  return null;
}

/**
 * A link definition's title may run over several lines, which until it closes look like a paragraph under the
 * definition; a definition leaves no token, so such a paragraph is one that begins right under an unclaimed line.
 */
function mayBelongToDefinition(line: number, lines: readonly string[], before: Token | undefined): boolean {
  const above = lines[line - 1];
  return above !== undefined && above.trim() !== '' && before?.map?.[1] !== line;
}

/** A fence is final as soon as its closing line is complete, which is when its code can be coloured. */
function closedFenceCut(token: Token, line: number, end: number, complete: number): Cut | null {
  if (token.type !== 'fence' || end > complete) return null;
  const contentLines = token.content.split('\n').length - 1;
  return end - line === contentLines + 2 ? { line: end, container: null, full: null } : null;
}

/** The cut before the last item or row whose first line is complete, where there is one before it. */
function innerCut(
  tokens: readonly Token[],
  from: number,
  token: Token,
  complete: number,
  firstLine: number,
): Cut | null {
  const kind = kindOf(token);
  if (kind === null || token.map === null) return null;
  const [begin] = token.map;
  const starts = partLines(tokens, from, kind, token.map, firstLine).filter((line) => line < complete);
  const line = starts.at(-1) ?? -1;
  const first = kind === 'list' ? begin : begin + 2;
  if (line <= Math.max(first, firstLine)) return null;
  return { line, container: { kind, line: begin, token, parts: starts.length - 1 }, full: null };
}

/** The cut before the first item or row that is one too many, whether or not the list or table goes on behind it. */
function fullCut(
  tokens: readonly Token[],
  starts: readonly number[],
  lines: readonly string[],
  firstLine: number,
  drawn: DrawnPart,
): Cut | null {
  for (const [order, index] of starts.entries()) {
    const token = tokens[index];
    const kind = token === undefined ? null : kindOf(token);
    if (!token?.map || kind === null) continue;
    const { parts, length } = order === 0 ? drawn : { parts: 0, length: 0 };
    const most = kind === 'list' ? mostItems : Math.max(1, Math.floor(mostCells / columnsOf(tokens, index)));
    const [begin] = token.map;
    const sized = lengthsFrom(lines, begin);
    const line = partLines(tokens, index, kind, token.map, firstLine).find(
      (start, part) => parts + part >= most || length + (sized[start - begin] ?? 0) >= longestContainer,
    );
    if (line !== undefined && line < lines.length - 1) return { line, container: null, full: kind };
  }
  return null;
}

function kindOf({ type }: Token): 'list' | 'table' | null {
  if (type === 'bullet_list_open' || type === 'ordered_list_open') return 'list';
  return type === 'table_open' ? 'table' : null;
}

function columnsOf(tokens: readonly Token[], table: number): number {
  const headEnd = tokens.findIndex((part, index) => index > table && part.type === 'thead_close');
  return tokens.slice(table, headEnd).filter((part) => part.type === 'th_open').length;
}

/** The lines that the items or rows of a list or table begin on, but for those before `firstLine`. */
function partLines(
  tokens: readonly Token[],
  from: number,
  kind: 'list' | 'table',
  [begin, end]: readonly [number, number],
  firstLine: number,
): number[] {
  const [partType, partLevel, first] = kind === 'list' ? ['list_item_open', 1, begin] : ['tr_open', 2, begin + 2];
  const lines: number[] = [];
  for (let at = from + 1; at < tokens.length; at++) {
    const part = tokens[at];
    if (part === undefined || part.level === 0) break;
    if (part.type !== partType || part.level !== partLevel || part.map === null) continue;
    const line = part.map[0];
    if (line >= Math.max(first, firstLine) && line < end) lines.push(line);
  }
  return lines;
}

/** How many characters stand between line `begin` and each line from there on. */
function lengthsFrom(lines: readonly string[], begin: number): number[] {
  let sum = 0;
  return lines.slice(begin).map(({ length }) => (sum += length + 1) - length - 1);
}

/** The offset of a line's first character; the end of the text where it has fewer lines. */
export function lineOffset(text: string, line: number): number {
  let offset = 0;
  for (let at = 0; at < line; at++) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return text.length;
    offset = end + 1;
  }
  return offset;
}
