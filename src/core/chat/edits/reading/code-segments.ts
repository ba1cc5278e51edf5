// Code that is no diff as segments: cut where it says that something stays.
import type { ComparedFile } from '../placing/compared-file.ts';
import { commentText, isGap } from './gaps.ts';
import type { Segment, Segments } from './segments.ts';
import type { SourceLine, SourceText } from './source-text.ts';

/** Lines before a declaration that belong to it and may be new: comments, decorators, attributes. */
export function leadsDeclaration(body: string): boolean {
  if (/^(?:@[\p{L}_]|#\[|\[[\p{L}_].*\]$)/u.test(body)) return true;
  return body === '*/' || (commentText(body) !== null && !/^#(?:include|define|if|endif|pragma|import)\b/u.test(body));
}

interface Run {
  readonly lines: SourceLine[];
  /** The width of the gap before it; null where there is none. */
  readonly gap: number | null;
}

/** Cuts code at its gaps; a line that the file has itself is no gap, whatever it says. */
function runsOf(
  lines: readonly SourceLine[],
  file: ComparedFile,
): { readonly runs: readonly Run[]; readonly endsInGap: boolean } {
  const runs: Run[] = [{ lines: [], gap: null }];
  for (const line of lines) {
    if (line.body !== '' && isGap(line.body) && !file.has(line.body)) runs.push({ lines: [], gap: line.width });
    else runs.at(-1)?.lines.push(line);
  }
  const written = runs
    .map(({ lines: ofRun, gap }, index) => ({
      lines: withoutBlankEnds(ofRun, index === 0, index === runs.length - 1),
      gap,
    }))
    .filter((run) => run.lines.some(({ body }) => body !== ''));
  return {
    runs: written,
    endsInGap: runs.slice(-1).some(({ gap, lines: behind }) => gap !== null && behind.every(({ body }) => body === '')),
  };
}

export function holdsGaps(source: SourceText, file: ComparedFile): boolean {
  return source.lines.some(({ body }) => body !== '' && isGap(body) && !file.has(body));
}

/** Code as one segment for each run between its gaps. */
export function segmentsOfCode(source: SourceText, file: ComparedFile): Segments {
  const { runs, endsInGap } = runsOf(withWholeIndentation(source), file);
  const segments = runs.map((run, index) =>
    segmentOf(run.lines, run.gap, index < runs.length - 1 || endsInGap ? 'gap' : 'end'),
  );
  return { segments, isOrdered: true, replacesAll: true, endsInBreak: null };
}

/**
 * Code without gaps as one segment for each declaration that stands by itself in it, as if there were a gap between
 * two.
 */
export function segmentsOfDeclarations(source: SourceText): Segments {
  const lines = withWholeIndentation(source);
  const outermost = Math.min(...lines.filter(({ body }) => body !== '').map(({ width }) => width));
  const pieces: SourceLine[][] = [[]];
  lines.forEach((line, index) => {
    const beginsPiece = line.body !== '' && line.width === outermost && lines[index - 1]?.body === '';
    if (beginsPiece) pieces.push([]);
    pieces.at(-1)?.push(line);
  });
  const segments = pieces
    .map((piece) => withoutBlankEnds(piece, true, true))
    .filter((piece) => piece.length > 0)
    .map((piece, index) => segmentOf(piece, index === 0 ? null : 0, 'end', index > 0));
  return { segments, isOrdered: false, replacesAll: true, endsInBreak: null };
}

function segmentOf(lines: readonly SourceLine[], gap: number | null, next: 'gap' | 'end', isWhole = false): Segment {
  const first = lines.findIndex(({ body }) => body !== '' && !leadsDeclaration(body));
  const last = lines.findLastIndex(({ body }) => body !== '');
  const head = lines[first === -1 ? 0 : first];
  const tail = lines[last];
  const endsWithIndentation =
    next === 'end' && head !== undefined && tail !== undefined && head.body.endsWith(':') && tail.width > head.width;
  const needsStart = gap === null || isWhole;
  const needsEnd = next === 'end' && !endsWithIndentation;
  return {
    lines: lines.map((line, index) => ({
      role: 'code',
      line,
      isRequired: (needsStart && index === (first === -1 ? 0 : first)) || (needsEnd && index === last),
    })),
    endsWithIndentation,
    hint: null,
    gapBefore: gap,
  };
}

/** The first line of code that was taken out of the middle of a line has lost its indentation, the others have not. */
function withWholeIndentation({ lines, indentUnit }: SourceText): readonly SourceLine[] {
  const written = lines.filter(({ body }) => body !== '');
  const [first, ...others] = written;
  const last = others.at(-1);
  if (first === undefined || last === undefined || first.width > 0) return lines;
  const inner = Math.min(...others.map((line) => (line === last ? Infinity : line.width)), Infinity);
  const isClosed = /^(?:[)\]}]|end\b)/u.test(last.body) && last.width < inner;
  const isHead = first.body.endsWith(':') && Number.isFinite(inner);
  const width = isClosed ? last.width : isHead ? inner - indentUnit.columns : 0;
  if (width <= 0) return lines;
  return lines.map((line) => (line === first ? { ...line, width } : line));
}

/** Beside a gap one blank line counts: it belongs to what is new there. */
function withoutBlankEnds(lines: readonly SourceLine[], isStart: boolean, isEnd: boolean): SourceLine[] {
  const first = lines.findIndex(({ body }) => body !== '');
  const last = lines.findLastIndex(({ body }) => body !== '');
  return first === -1 ? [] : lines.slice(Math.max(0, first - (isStart ? 0 : 1)), last + (isEnd ? 1 : 2));
}
