// Reads blocks that say what to look for and what to put there: `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`.
import type { Segment, SegmentLine } from './segments.ts';
import { readSource, type SourceLine } from './source-text.ts';

const opening = /^<{5,9} ?(?:SEARCH|ORIGINAL|HEAD|BEFORE|OLD)?\b.{0,80}$/iu;
const divider = /^={5,9}$/u;
const closing = /^>{5,9} ?(?:REPLACE|UPDATED|AFTER|NEW)?.{0,80}$/iu;

/** Whether a text holds such a block. */
export function looksLikeSearchReplace(code: string): boolean {
  let open = false;
  for (const { body } of readSource(code).lines) {
    if (!open && opening.test(body)) open = true;
    else if (open && divider.test(body)) return true;
  }
  return false;
}

/** Reads the blocks in order; null where one is not closed. */
export function parseSearchReplace(code: string): readonly Segment[] | null {
  const segments: Segment[] = [];
  let state: 'outside' | 'search' | 'replace' = 'outside';
  let search: SourceLine[] = [];
  let replace: SourceLine[] = [];
  for (const line of readSource(code).lines) {
    if (state === 'outside') {
      if (opening.test(line.body)) state = 'search';
    } else if (state === 'search') {
      if (divider.test(line.body)) state = 'replace';
      else search.push(line);
    } else if (closing.test(line.body)) {
      segments.push(segmentOf(search, replace));
      search = [];
      replace = [];
      state = 'outside';
    } else replace.push(line);
  }
  return state === 'outside' && segments.length > 0 ? segments : null;
}

/** What stands in both at the start or at the end stays as it is in the file. */
export function segmentOf(search: readonly SourceLine[], replace: readonly SourceLine[]): Segment {
  const shorter = Math.min(search.length, replace.length);
  let start = 0;
  while (start < shorter && search[start]?.text === replace[start]?.text) start++;
  let end = 0;
  while (end < shorter - start && search.at(-1 - end)?.text === replace.at(-1 - end)?.text) end++;
  const withRole =
    (role: SegmentLine['role']) =>
    (line: SourceLine): SegmentLine => ({ role, line, isRequired: role !== 'added' && line.body !== '' });
  const lines = [
    ...search.slice(0, start).map(withRole('context')),
    ...search.slice(start, search.length - end).map(withRole('removed')),
    ...replace.slice(start, replace.length - end).map(withRole('added')),
    ...search.slice(search.length - end).map(withRole('context')),
  ];
  return { lines, endsWithIndentation: false, hint: null, gapBefore: null };
}
