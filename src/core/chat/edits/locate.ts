// The matching engine: where code of an answer belongs in a file, and what the file becomes. It replaces nothing where
// it is not certain: then it names the places, says that there is none, or that something would give way to less.
import { locateCode, wholeChange } from './locate-code.ts';
import type { CodeBlock, LocatedEdit, TargetFile } from './located-edit.ts';
import { changesOf, chosenOf, noPlace, type Unplaced } from './placing/choosing.ts';
import { ComparedFile } from './placing/compared-file.ts';
import { holdsGaps } from './reading/code-segments.ts';
import { looksLikeSearchReplace, parseSearchReplace, segmentOf } from './reading/search-replace.ts';
import type { Segments } from './reading/segments.ts';
import { readSource, writeSource } from './reading/source-text.ts';
import { looksLikeDiff, parseDiff, type FileDiff } from './reading/unified-diff.ts';

/**
 * @param block for one file: a diff of several is to be taken apart before.
 */
export function locateEdit({ info, code }: CodeBlock, file: TargetFile): LocatedEdit {
  if (looksLikeSearchReplace(code)) return locateSearchReplace(code, file);
  if (looksLikeDiff(code, languageOf(info))) return locateDiff(code, file);
  return file.text === null ? createdFrom(code) : locateCode(code, file.text, file);
}

/** Where lines that are the same but for their indentation give way to others, which are indented as the file is. */
export function locateReplacement(old: string, replacement: string, text: string): LocatedEdit {
  const segments = [segmentOf(readSource(old).lines, readSource(replacement).lines)];
  const file = { text, symbols: [], selection: null };
  return locateSegments({ segments, isOrdered: false, replacesAll: false, endsInBreak: null }, text, file);
}

const languageOf = (info: string): string => (/^\s*([^\s:,{]+)/u.exec(info.slice(0, 200))?.[1] ?? '').toLowerCase();

function createdFrom(code: string): LocatedEdit {
  const source = readSource(code);
  if (holdsGaps(source, new ComparedFile('', []))) return noPlace('noFile');
  return { kind: 'create', text: writeSource(source, source.lines, true) };
}

function locateSearchReplace(code: string, file: TargetFile): LocatedEdit {
  const segments = parseSearchReplace(code);
  if (segments === null) return noPlace('malformed');
  const [first, ...others] = segments;
  const isNewText = others.length === 0 && first?.lines.every(({ role }) => role === 'added') === true;
  if (isNewText && (file.text ?? '').trim() === '') {
    const text = first.lines.map(({ line }) => `${line.text}\n`).join('');
    return file.text === null ? { kind: 'create', text } : wholeChange(text, file.text);
  }
  if (file.text === null) return noPlace('noFile');
  return locateSegments({ segments, isOrdered: false, replacesAll: false, endsInBreak: null }, file.text, file);
}

function locateDiff(code: string, file: TargetFile): LocatedEdit {
  const [diff, ...others] = parseDiff(code, true);
  if (diff === undefined || others.length > 0) return noPlace('malformed');
  if (file.text === null) {
    const added = diff.hunks.flatMap((hunk) => hunk.lines);
    if (added.length === 0 || added.some(({ role }) => role !== 'added')) return noPlace('noFile');
    return { kind: 'create', text: added.map(({ line }) => `${line.text}\n`).join('') };
  }
  if (diff.hunks.length === 0) return noPlace('malformed');
  const compared = new ComparedFile(file.text, file.symbols);
  const readings = [diff, ...parseDiff(code, false)].map((reading) => {
    const segments = segmentsOfDiff(reading);
    return { segments, found: changesOf(segments, compared) };
  });
  // Read with the wrong marks, what stays lies one column off and what comes in does not.
  const isPlain = ({ found }: (typeof readings)[number]): boolean =>
    Array.isArray(found) && found.some((change) => change.keepsIndentation);
  const { segments, found } = readings.find(isPlain) ??
    readings[0] ?? { segments: segmentsOfDiff(diff), found: unplaced };
  if (!Array.isArray(found)) return found.kind === 'none' ? noPlace('notFound') : noPlace(found.kind);
  const located = chosenOf(found, file.text, file, segments);
  return diff.isDeleted && located.kind === 'change' ? { kind: 'delete' } : located;
}

const unplaced: Unplaced = { kind: 'none' };

const segmentsOfDiff = ({ hunks, endsInBreak }: FileDiff): Segments => ({
  segments: hunks,
  isOrdered: true,
  replacesAll: false,
  endsInBreak,
});

function locateSegments(segments: Segments, text: string, file: TargetFile): LocatedEdit {
  if (segments.segments.length === 0) return noPlace('malformed');
  const compared = new ComparedFile(text, file.symbols);
  const found = changesOf(segments, compared);
  if (!Array.isArray(found)) return found.kind === 'none' ? noPlace('notFound') : noPlace(found.kind);
  return chosenOf(found, text, file, segments);
}
