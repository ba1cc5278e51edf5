// Knows where a growing text may be cut so that nothing before the cut can still change, whatever follows. CommonMark
// reads line by line and never reopens a block, so a block is final once the line that begins the next one is complete;
// the same holds for the items of a list and the rows of a table. It knows tokens and lines, nothing of elements.
import type { Token } from 'markdown-it';

/** What the cut goes through: it is continued by what follows. */
export interface CutContainer {
  readonly kind: 'list' | 'table';
  /** The line that the container begins on. */
  readonly line: number;
  readonly token: Token;
}

export interface Cut {
  /** All lines before this one are final. */
  readonly line: number;
  /** The container that the cut goes through; null between blocks. */
  readonly container: CutContainer | null;
}

/** Wider tables are drawn as one: their missing cells are counted over the whole table. */
const widestContinuedTable = 30;

/**
 * The last line at which `text` may be cut, or null.
 *
 * @param firstLine lines before it are already cut off: they are only there as context.
 */
export function lastSafeCut(tokens: readonly Token[], text: string, firstLine: number): Cut | null {
  const lines = text.split('\n');
  // What follows the last line break is a line that can still grow.
  const complete = lines.length - 1;
  const starts = topLevelStarts(tokens);
  for (let at = starts.length - 1; at >= 0; at--) {
    const index = starts[at] ?? -1;
    const token = tokens[index];
    if (!token?.map) continue;
    const [line, end] = token.map;
    // A table is known by its second line.
    if (line + (token.type === 'table_open' ? 2 : 1) > complete) continue;
    if (token.type === 'paragraph_open' && mayBelongToDefinition(line, lines, tokens[starts[at - 1] ?? -1])) continue;
    return (
      closedFenceCut(token, line, end, complete) ??
      innerCut(tokens, index, token, complete, firstLine) ??
      (line > firstLine ? { line, container: null } : null)
    );
  }
  return null;
}

function topLevelStarts(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token, index) =>
    token.level === 0 && token.nesting !== -1 && token.map !== null ? [index] : [],
  );
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
  return end - line === contentLines + 2 ? { line: end, container: null } : null;
}

/** The cut before the last item or row whose first line is complete, where one stands before it. */
function innerCut(
  tokens: readonly Token[],
  from: number,
  token: Token,
  complete: number,
  firstLine: number,
): Cut | null {
  const kind = continuedKind(tokens, from, token);
  if (kind === null || token.map === null) return null;
  const [begin, end] = token.map;
  const [partType, partLevel, first] = kind === 'list' ? ['list_item_open', 1, begin] : ['tr_open', 2, begin + 2];
  let line = -1;
  for (const part of tokens.slice(from + 1)) {
    if (part.level === 0) break;
    if (part.type !== partType || part.level !== partLevel || part.map === null) continue;
    if (part.map[0] < complete && part.map[0] < end) line = part.map[0];
  }
  return line > Math.max(first, firstLine) ? { line, container: { kind, line: begin, token } } : null;
}

function continuedKind(tokens: readonly Token[], from: number, token: Token): 'list' | 'table' | null {
  if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') return 'list';
  if (token.type !== 'table_open') return null;
  const headEnd = tokens.findIndex((part, index) => index > from && part.type === 'thead_close');
  const columns = tokens.slice(from, headEnd).filter((part) => part.type === 'th_open').length;
  return columns <= widestContinuedTable ? 'table' : null;
}
