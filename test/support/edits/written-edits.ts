// What a model would have written for a commit: each hunk of it in many forms, for the file as it was, with the
// commit's own text as the expectation.
import path from 'node:path';

/** One run of changed lines; `start` counts from 0 in the text before. */
export interface Hunk {
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface CommittedFile {
  readonly path: string;
  readonly before: string;
  readonly hunks: readonly Hunk[];
}

export interface EditCase {
  readonly form: string;
  readonly name: string;
  /** The file as it is when the code is applied. */
  readonly file: string;
  readonly info: string;
  readonly code: string;
  readonly expected: string;
}

export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

export function withHunks(lines: readonly string[], hunks: readonly Hunk[]): readonly string[] {
  const written: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    written.push(...lines.slice(at, hunk.start), ...hunk.added);
    at = hunk.start + hunk.removed.length;
  }
  return [...written, ...lines.slice(at)];
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const indentOf = (line: string): number => /^[ \t]*/u.exec(line)?.[0].length ?? 0;

const hashLanguages = new Set(['.py', '.rb', '.sh', '.yml', '.yaml', '.toml']);

function gapIn(file: string, indentation: string): string {
  const extension = path.extname(file);
  if (hashLanguages.has(extension)) return `${indentation}# ... existing code ...`;
  if (extension === '.html' || extension === '.md') return `${indentation}<!-- ... -->`;
  return extension === '.css'
    ? `${indentation}/* ... rest of the file ... */`
    : `${indentation}// ... existing code ...`;
}

/** The hunk with lines of context, in three texts: what it looks for, what it puts there, and the diff's lines. */
function around(lines: readonly string[], hunk: Hunk, context: number) {
  const start = Math.max(0, hunk.start - context);
  const end = Math.min(lines.length, hunk.start + hunk.removed.length + context);
  const before = lines.slice(start, hunk.start);
  const after = lines.slice(hunk.start + hunk.removed.length, end);
  return {
    start,
    end,
    old: [...before, ...hunk.removed, ...after],
    made: [...before, ...hunk.added, ...after],
    diff: [
      ...before.map((line) => ` ${line}`),
      ...hunk.removed.map((line) => `-${line}`),
      ...hunk.added.map((line) => `+${line}`),
      ...after.map((line) => ` ${line}`),
    ],
  };
}

/** The nearest line above that opens the block around the hunk, and where that block ends; null where there is none. */
function blockAround(lines: readonly string[], hunk: Hunk): { readonly start: number; readonly end: number } | null {
  const touched = [...hunk.removed, ...hunk.added].filter((line) => line.trim() !== '');
  if (touched.length === 0) return null;
  const inner = Math.min(...touched.map(indentOf));
  let start = hunk.start - 1;
  while (start >= 0 && ((lines[start] ?? '').trim() === '' || indentOf(lines[start] ?? '') >= inner)) start--;
  if (start < 0) return null;
  const width = indentOf(lines[start] ?? '');
  if (!/[{:([]$|=>$/u.test((lines[start] ?? '').trimEnd())) return null;
  let end = hunk.start + hunk.removed.length;
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || indentOf(lines[end] ?? '') > width)) end++;
  const closes = /^[)\]}]|^end\b/u.test((lines[end] ?? '').trim()) && indentOf(lines[end] ?? '') === width;
  if (closes) end++;
  else while ((lines[end - 1] ?? '').trim() === '') end--;
  return end > hunk.start + hunk.removed.length - 1 ? { start, end } : null;
}

const dedented = (lines: readonly string[]): readonly string[] => {
  const width = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));
  return lines.map((line) => line.slice(Math.min(width, indentOf(line))));
};

/** Lines that somebody has put at the top since, and a line that is gone at the end. */
function stale(lines: readonly string[], hunk: Hunk): { readonly lines: readonly string[]; readonly shift: number } {
  const top = ['1a2b', '3c4d', '', '5e6f'].map((mark) => (mark === '' ? '' : `since ${mark}`));
  const isFree = hunk.start + hunk.removed.length + 6 < lines.length;
  return { lines: [...top, ...(isFree ? lines.slice(0, -1) : lines)], shift: top.length };
}

/** White space stays as the file has it, whatever a model makes of it. */
function changesWhiteSpace({ removed, added }: Hunk): boolean {
  const written = new Map(added.map((line) => [line.trim(), line]));
  return removed.some((line) => line.trim().length > 2 && (written.get(line.trim()) ?? line) !== line);
}

/** Every form of every hunk, and of all hunks together. */
export function casesOf(file: CommittedFile): readonly EditCase[] {
  const [removed, added] = [file.hunks.flatMap((hunk) => hunk.removed), file.hunks.flatMap((hunk) => hunk.added)];
  if (changesWhiteSpace({ start: 0, removed, added })) return [];
  const lines = linesOf(file.before);
  const language = path.extname(file.path).slice(1);
  const single = file.hunks
    .slice(0, 2)
    .flatMap((hunk, index) => casesOfHunk(file, lines, hunk, `${file.path} ${index + 1}`));
  const all = textOf(withHunks(lines, file.hunks));
  const whole: EditCase = {
    form: 'whole file',
    name: file.path,
    file: file.before,
    info: language,
    code: all,
    expected: all,
  };
  return [...single, whole, ...casesOfAllHunks(file, lines, all)];
}

function casesOfHunk(file: CommittedFile, lines: readonly string[], hunk: Hunk, name: string): readonly EditCase[] {
  const language = path.extname(file.path).slice(1);
  const expected = textOf(withHunks(lines, [hunk]));
  const near = around(lines, hunk, 3);
  const base = { name, file: file.before, info: language, expected };
  const search = around(lines, hunk, 2);
  const counted = `@@ -${near.start + 1},${near.old.length} +${near.start + 1},${near.made.length} @@`;
  const since = stale(lines, hunk);
  const sinceHunk = { ...hunk, start: hunk.start + since.shift };
  const sinceText = { file: textOf(since.lines), expected: textOf(withHunks(since.lines, [sinceHunk])) };
  const diff = near.diff.join('\n');
  const headers = `--- a/${file.path}\n+++ b/${file.path}\n`;
  const cases: EditCase[] = [
    { ...base, form: 'diff', info: 'diff', code: `${headers}${counted}\n${diff}` },
    { ...base, form: 'diff, wrong counts', info: 'diff', code: `${headers}@@ -1,4 +1,4 @@\n${diff}` },
    { ...base, form: 'diff, no numbers', info: 'diff', code: `@@\n${diff}` },
    {
      ...base,
      form: 'diff, context without its blank',
      info: 'diff',
      code: `@@\n${near.diff.map((line) => (line.startsWith(' ') && line[1] !== '-' && line[1] !== '+' ? line.slice(1) : line)).join('\n')}`,
    },
    { ...base, ...sinceText, form: 'diff, stale file', info: 'diff', code: `${headers}${counted}\n${diff}` },
    {
      ...base,
      form: 'diff, CRLF file',
      info: 'diff',
      file: crlf(file.before),
      expected: crlf(expected),
      code: `${counted}\n${diff}`,
    },
    { ...base, form: 'search and replace', code: searchReplace(search.old, search.made) },
    { ...base, ...sinceText, form: 'search and replace, stale file', code: searchReplace(search.old, search.made) },
    { ...base, form: 'search and replace, dedented', code: searchReplace(...dedentedPair(search.old, search.made)) },
    { ...base, form: 'fragment', code: near.made.join('\n') },
    { ...base, ...sinceText, form: 'fragment, stale file', code: near.made.join('\n') },
    { ...base, form: 'fragment, dedented', code: dedented(near.made).join('\n') },
    {
      ...base,
      form: 'fragment, CRLF and BOM',
      file: `\uFEFF${crlf(file.before)}`,
      expected: `\uFEFF${crlf(expected)}`,
      code: near.made.join('\n'),
    },
    {
      ...base,
      form: 'fragment, no break at the end',
      file: file.before.slice(0, -1),
      expected: expected.slice(0, -1),
      code: near.made.join('\n'),
    },
  ];
  return [...cases, ...tabbed(base, near.made), ...casesOfBlock(file, lines, hunk, base)];
}

function casesOfBlock(
  file: CommittedFile,
  lines: readonly string[],
  hunk: Hunk,
  base: Omit<EditCase, 'form' | 'code'>,
): readonly EditCase[] {
  const block = blockAround(lines, hunk);
  if (block === null || block.end - block.start > 80) return [];
  const before = lines.slice(block.start, hunk.start);
  const after = lines.slice(hunk.start + hunk.removed.length, block.end);
  const made = [...before, ...hunk.added, ...after];
  const cases: EditCase[] = [
    { ...base, form: 'block', code: made.join('\n') },
    { ...base, form: 'block, dedented', code: dedented(made).join('\n') },
  ];
  if (before.length < 8 && after.length < 8) return cases;
  const inner = /^[ \t]*/u.exec(before[1] ?? hunk.added[0] ?? '')?.[0] ?? '';
  const gap = gapIn(file.path, inner);
  const gapped = [
    ...(before.length < 8 ? before : [before[0] ?? '', gap, ...before.slice(-2)]),
    ...hunk.added,
    ...(after.length < 8 ? after : [...after.slice(0, 2), gap, after.at(-1) ?? '']),
  ];
  return [...cases, { ...base, form: 'block with gaps', code: gapped.join('\n') }];
}

function casesOfAllHunks(file: CommittedFile, lines: readonly string[], expected: string): readonly EditCase[] {
  const base = { name: file.path, file: file.before, info: path.extname(file.path).slice(1), expected };
  const pieces: string[] = [];
  let last = 0;
  let isApart = true;
  for (const hunk of file.hunks) {
    const near = around(lines, hunk, 3);
    isApart &&= near.start >= last && (last === 0 || near.start > last);
    pieces.push(gapIn(file.path, ''), ...near.made);
    last = near.end;
  }
  if (!isApart || file.hunks.length > 8) return [];
  const diff = file.hunks.flatMap((hunk) => ['@@ ... @@', ...around(lines, hunk, 3).diff]);
  return [
    { ...base, form: 'all hunks, gaps between', code: [...pieces, gapIn(file.path, '')].join('\n') },
    { ...base, form: 'all hunks, one diff without numbers', info: 'diff', code: diff.join('\n') },
  ];
}

/** The file with tabs, the code with the blanks that a model writes; only where indentation is regular. */
function tabbed(base: Omit<EditCase, 'form' | 'code'>, made: readonly string[]): readonly EditCase[] {
  if (base.file.includes('\t') || /^(?: {2})* \S/mu.test(base.file) || base.file.includes('`')) return [];
  const unit = /^ {2}\S/mu.test(base.file) ? 2 : 4;
  if (unit === 4 && /^(?: {4})* {1,3}\S/mu.test(base.file)) return [];
  const inTabs = (text: string): string =>
    text.replaceAll(
      /^ +/gmu,
      (blanks) => '\t'.repeat(Math.floor(blanks.length / unit)) + ' '.repeat(blanks.length % unit),
    );
  return [
    {
      ...base,
      form: 'fragment, tabs in the file',
      file: inTabs(base.file),
      expected: inTabs(base.expected),
      code: made.join('\n'),
    },
  ];
}

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const searchReplace = (old: readonly string[], made: readonly string[]): string =>
  ['<<<<<<< SEARCH', ...old, '=======', ...made, '>>>>>>> REPLACE'].join('\n');

function dedentedPair(old: readonly string[], made: readonly string[]): [readonly string[], readonly string[]] {
  const both = dedented([...old, ...made]);
  return [both.slice(0, old.length), both.slice(old.length)];
}
