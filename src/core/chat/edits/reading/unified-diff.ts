// Reads unified diffs as models write them: with wrong counts, without line numbers, without the blank before a line
// that stays, between marks of an editing tool. What of it fits the file is decided by the file, not by its numbers.
import type { Segment, SegmentLine } from './segments.ts';
import { readSource, type SourceLine } from './source-text.ts';

export interface FileDiff {
  /** null where the diff names none. */
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly isNewFile: boolean;
  readonly isDeleted: boolean;
  readonly hunks: readonly Segment[];
  /** What it says of the file's end; null where it says nothing. */
  readonly endsInBreak: boolean | null;
}

const hunkHeader = /^@@(?: -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))?)?/u;

/** Whether a text is a diff, whatever its fence says. */
export function looksLikeDiff(code: string, language: string): boolean {
  const lines = code.split(/\r?\n/u, 400);
  const hasHeaders = lines.some(
    (line, index) => line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true,
  );
  const hasHunks = lines.some((line) => hunkHeader.test(line) && (/^@@ -\d/u.test(line) || line.trim() === '@@'));
  const hasChanges = lines.some((line) => /^[-+](?![-+]{2} )/u.test(line));
  if ((hasHeaders || hasHunks) && hasChanges) return true;
  return (language === 'diff' || language === 'patch') && hasChanges;
}

/**
 * The text of each file's diff with the path that it names; all of the text, without one, where it is no diff of
 * several.
 */
export function splitDiff(code: string): readonly { readonly path: string | null; readonly code: string }[] {
  const diffs = looksLikeDiff(code, '') ? parseDiff(code, true) : [];
  if (diffs.length < 2) return [{ path: null, code }];
  const lines = code.split('\n');
  const starts = lines.flatMap((line, index) =>
    line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true ? [index] : [],
  );
  if (starts.length !== diffs.length) return [{ path: null, code }];
  return diffs.map(({ oldPath, newPath }, index) => ({
    path: newPath ?? oldPath,
    code: lines
      .slice(starts[index], starts[index + 1])
      .filter((line) => !/^(?:diff --git |index [0-9a-f]+\.\.|new file mode |deleted file mode )/u.test(line))
      .join('\n'),
  }));
}

/**
 * Reads the diffs of all files in a text, in order.
 *
 * @param isMarked whether a line that stays has a blank before it. Models leave it out, and the indentation does not
 * tell.
 */
export function parseDiff(code: string, isMarked: boolean): readonly FileDiff[] {
  const reader = new DiffReader(isMarked);
  const { lines } = readSource(code);
  lines.forEach((line, index) => reader.take(line, lines[index + 1]?.text ?? ''));
  return reader.end();
}

interface OpenFile {
  oldPath: string | null;
  newPath: string | null;
  isNewFile: boolean;
  isDeleted: boolean;
  hunks: Segment[];
  endsInBreak: boolean | null;
}

class DiffReader {
  readonly #isMarked: boolean;
  readonly #files: FileDiff[] = [];
  #file: OpenFile = newFile();
  #header: RegExpExecArray | null = null;
  #lines: SegmentLine[] = [];

  constructor(isMarked: boolean) {
    this.#isMarked = isMarked;
  }

  take(line: SourceLine, next: string): void {
    const { text } = line;
    if (text.startsWith('diff --git ') || text.startsWith('Index: ')) this.#endFile();
    else if (text.startsWith('--- ') && next.startsWith('+++ ')) this.#takeOldPath(pathOf(text.slice(4)));
    else if (text.startsWith('+++ ') && this.#lines.length === 0) this.#takeNewPath(pathOf(text.slice(4)));
    else if (text.startsWith('@@')) this.#beginHunk(hunkHeader.exec(text));
    else if (text.startsWith('\\ ')) this.#takeMissingBreak();
    else if (text.startsWith('new file mode')) this.#file.isNewFile = true;
    else if (text.startsWith('deleted file mode')) this.#file.isDeleted = true;
    else if (!isMetadata(text) || this.#lines.length > 0) this.#takeLine(line);
  }

  end(): readonly FileDiff[] {
    this.#endFile();
    return this.#files;
  }

  #takeOldPath(path: string | null): void {
    if (this.#lines.length > 0 || this.#file.hunks.length > 0) this.#endFile();
    this.#file.oldPath = path;
    this.#file.isNewFile ||= path === null;
  }

  #takeNewPath(path: string | null): void {
    this.#file.newPath = path;
    this.#file.isDeleted ||= path === null;
  }

  #beginHunk(header: RegExpExecArray | null): void {
    this.#endHunk();
    this.#header = header;
  }

  #takeMissingBreak(): void {
    const role = this.#lines.at(-1)?.role;
    if (role === 'removed') this.#file.endsInBreak = true;
    else if (role === 'added') this.#file.endsInBreak = false;
  }

  #takeLine(line: SourceLine): void {
    const role = roleOf(line.text);
    const hasMark = role !== null && (role !== 'context' || this.#isMarked);
    const text = hasMark ? line.text.slice(1) : line.text;
    const [read] = readSource(`${text}${line.lineBreak || '\n'}`).lines;
    if (read !== undefined)
      this.#lines.push({ role: role ?? 'context', line: read, isRequired: role === 'removed' && read.body !== '' });
  }

  #endHunk(): void {
    const lines = withoutBlankEnds(this.#lines);
    const isChange = lines.some(({ role }) => role !== 'context');
    if (isChange) this.#file.hunks.push(hunkOf(lines, this.#lines, this.#header));
    this.#lines = [];
    this.#header = null;
  }

  #endFile(): void {
    this.#endHunk();
    const { oldPath, newPath, hunks } = this.#file;
    if (oldPath !== null || newPath !== null || hunks.length > 0) this.#files.push(this.#file);
    this.#file = newFile();
  }
}

const newFile = (): OpenFile => ({
  oldPath: null,
  newPath: null,
  isNewFile: false,
  isDeleted: false,
  hunks: [],
  endsInBreak: null,
});

function hunkOf(
  lines: readonly SegmentLine[],
  written: readonly SegmentLine[],
  header: RegExpExecArray | null,
): Segment {
  const [, start, before = '1', , after = '1'] = header ?? [];
  const kept = written.filter(({ role }) => role !== 'added').length;
  const made = written.filter(({ role }) => role !== 'removed').length;
  // Where the counts are wrong, the line was not counted either; and 1 is what a model writes that has not counted.
  const isCounted = start !== undefined && Number(before) === kept && Number(after) === made && Number(start) > 1;
  return {
    lines,
    endsWithIndentation: false,
    hint: isCounted ? Number(start) - 1 : null,
    gapBefore: null,
  };
}

/** Models leave blank lines between a hunk and what follows it. */
function withoutBlankEnds(lines: readonly SegmentLine[]): readonly SegmentLine[] {
  const isFiller = (line: SegmentLine | undefined): boolean => line?.role === 'context' && line.line.text === '';
  let end = lines.length;
  while (isFiller(lines[end - 1])) end--;
  return lines.slice(0, end);
}

function roleOf(text: string): 'added' | 'removed' | 'context' | null {
  if (text.startsWith('+')) return 'added';
  if (text.startsWith('-')) return 'removed';
  return text.startsWith(' ') ? 'context' : null;
}

const isMetadata = (text: string): boolean =>
  text === '' ||
  /^(?:index [0-9a-f]|old mode|new mode|similarity index|rename |copy |Binary files|={3,}|\*{3} (?:Begin|End|Update))/u.test(
    text,
  );

/** The path of a header; null for `/dev/null`. */
function pathOf(text: string): string | null {
  const path = (text.split('\t')[0] ?? '').trim().replace(/^"(.*)"$/u, '$1');
  if (path === '/dev/null' || path === '') return null;
  return path.replace(/^[ab]\//u, '');
}
