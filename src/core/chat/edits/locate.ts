// The matching engine: where code of an answer belongs in a file, and what the file becomes. It replaces nothing where
// it is not certain: then it names the places, says that there is none, or that something would give way to less.
import { ComparedFile } from './placing/compared-file.ts';
import { holdsGaps, leadsDeclaration, segmentsOfCode, segmentsOfDeclarations } from './reading/code-segments.ts';
import type { Change, CodeBlock, LocatedEdit, NoPlace, TargetFile } from './located-edit.ts';
import { placementsOf } from './placing/placing.ts';
import { looksLikeSearchReplace, parseSearchReplace, segmentOf } from './reading/search-replace.ts';
import type { Segments } from './reading/segments.ts';
import { readSource, type SourceText, writeSource } from './reading/source-text.ts';
import { looksLikeDiff, parseDiff, type FileDiff } from './reading/unified-diff.ts';
import { changeOf, type WrittenChange } from './placing/writing.ts';

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

const noPlace = (reason: NoPlace): LocatedEdit => ({ kind: 'noPlace', reason });

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

interface Unplaced {
  readonly kind: 'none' | 'everywhere' | 'tooLong';
}

/** One change for each placement that leads to another text. */
function changesOf(segments: Segments, file: ComparedFile): WrittenChange[] | Unplaced {
  const placements = placementsOf(segments, file);
  if (placements.kind !== 'placed') return placements;
  const byText = new Map<string, WrittenChange>();
  for (const placement of placements.placements) {
    const change = changeOf(placement, segments, file);
    if (!byText.has(change.text)) byText.set(change.text, change);
  }
  return [...byText.values()];
}

function chosenOf(changes: readonly WrittenChange[], text: string, file: TargetFile, segments: Segments): LocatedEdit {
  const [only, ...others] = narrowed(changes, file, segments);
  if (only === undefined) return noPlace('notFound');
  if (others.length > 0) return { kind: 'ambiguous', choices: [only, ...others].map(choiceOf) };
  return only.text === text ? noPlace('nothingToDo') : { kind: 'change', ...choiceOf(only) };
}

const choiceOf = ({ text, places }: Change): Change => ({ text, places });

/** Of several changes the one that lies in the selection, or where the diff itself says. */
function narrowed(
  changes: readonly WrittenChange[],
  { selection }: TargetFile,
  { segments }: Segments,
): readonly WrittenChange[] {
  if (changes.length < 2) return changes;
  if (selection !== null) {
    const selected = changes.filter(({ places }) =>
      places.every(({ start, end }) => start < Math.max(selection.end, selection.start + 1) && selection.start < end),
    );
    if (selected.length === 1) return selected;
  }
  if (segments.every(({ hint }) => hint === null)) return changes;
  const told = changes.filter(({ places }) =>
    segments.every(({ hint }, index) => hint === null || places[index]?.start === hint),
  );
  return told.length === 1 ? told : changes;
}

function locateCode(code: string, text: string, file: TargetFile): LocatedEdit {
  if (text.trim() === '') return wholeChange(code, text);
  const compared = new ComparedFile(text, file.symbols);
  const source = readSource(code, compared.source.indentUnit.columns);
  const hasGaps = holdsGaps(source, compared);
  const segments = segmentsOfCode(source, compared);
  if (segments.segments.length === 0) return noPlace('malformed');
  const found = changesOf(segments, compared);
  if (Array.isArray(found) && found.length > 0)
    return safelyChosen(found, segments, { source, compared, text, hasGaps }, file);
  if (!Array.isArray(found) && found.kind !== 'none') return noPlace(found.kind);
  if (hasGaps) return noPlace('notFound');
  const apart = apartOf(source, compared, text, file);
  return apart ?? asWholeFile(source, compared, text);
}

interface CodeAndFile {
  readonly source: SourceText;
  readonly compared: ComparedFile;
  readonly text: string;
  readonly hasGaps: boolean;
}

/** A change that takes more away than the code answers for is asked about. */
function safelyChosen(
  changes: readonly WrittenChange[],
  segments: Segments,
  { source, compared, text, hasGaps }: CodeAndFile,
  file: TargetFile,
): LocatedEdit {
  const chosen = chosenOf(changes, text, file, segments);
  if (chosen.kind !== 'change') return chosen;
  const change = changes.find((candidate) => candidate.text === chosen.text);
  if (change !== undefined && onlyLosesComments(change, compared))
    return { kind: 'ambiguous', choices: [choiceOf(change)] };
  const whole = change === undefined || hasGaps ? null : asNearlyWholeFile(change, source, compared);
  if (whole !== null) return { kind: 'ambiguous', choices: [whole, choiceOf(chosen)] };
  if (change === undefined || !losesMuch(change, source, compared)) return chosen;
  const apart = hasGaps ? null : apartOf(source, compared, text, file);
  if (apart?.kind === 'change') return { kind: 'ambiguous', choices: [choiceOf(apart), choiceOf(chosen)] };
  const start = Math.min(...change.places.map((place) => place.start));
  const end = Math.max(...change.places.map((place) => place.end));
  const linesBefore = compared.source.lines.length;
  const linesAfter = readSource(change.text).lines.length;
  const isWholeFile = start === 0 && end === linesBefore;
  const outside = isWholeFile ? 0 : linesBefore - (end - start);
  return {
    kind: 'replaceAll',
    text: change.text,
    place: { start, end },
    linesBefore: linesBefore - outside,
    linesAfter: linesAfter - outside,
    isWholeFile,
  };
}

const mostLeftAbove = 3;
const fewestOfWhole = 20;

/**
 * All of the file, without its first lines, where code reaches from right below them to its end; null where it does
 * not.
 */
function asNearlyWholeFile(
  { places }: WrittenChange,
  source: SourceText,
  { source: file }: ComparedFile,
): Change | null {
  const [place, ...others] = places;
  const end = file.lines.length;
  const reaches =
    place !== undefined && others.length === 0 && place.end === end && place.start > 0 && place.start <= mostLeftAbove;
  if (!reaches || end < fewestOfWhole) return null;
  const text = writeSource(
    file,
    source.lines.map((line) => line.text),
  );
  return { text, places: [{ start: 0, end }] };
}

/** Whoever writes a part of a file leaves its comments out easily: that they are to go is not sure. */
function onlyLosesComments({ removed, added }: WrittenChange, { source }: ComparedFile): boolean {
  return added === 0 && removed.length > 0 && removed.every((line) => leadsDeclaration(source.lines[line]?.body ?? ''));
}

/** Declarations that the code does not name, or many more lines than come in their place. */
function losesMuch({ removed, added }: WrittenChange, source: SourceText, file: ComparedFile): boolean {
  const lost = removed.filter((line) => file.lines[line]?.name !== 0 && opensBlockAt(file, line));
  const kept = new Set(file.compare(source.lines, ({ width }) => width).map(({ name }) => name));
  if (lost.some((line) => !kept.has(file.lines[line]?.name ?? 0))) return true;
  return removed.length >= 12 && removed.length > added * 2;
}

function opensBlockAt(file: ComparedFile, line: number): boolean {
  const [one, next] = [file.lines[line], file.lines[line + 1]];
  return one !== undefined && next !== undefined && next.width > one.width;
}

/** Several declarations that stand apart in the file. */
function apartOf(source: SourceText, compared: ComparedFile, text: string, file: TargetFile): LocatedEdit | null {
  const segments = segmentsOfDeclarations(source);
  if (segments.segments.length < 2) return null;
  const found = changesOf(segments, compared);
  if (!Array.isArray(found) || found.length === 0) return null;
  if (found.some((change) => losesMuch(change, source, compared))) return null;
  return chosenOf(found, text, file, segments);
}

/** Code that has no place in the file: another version of all of it, or something else. */
function asWholeFile(source: SourceText, compared: ComparedFile, text: string): LocatedEdit {
  const present = new Map<string, number>();
  for (const { body } of source.lines) present.set(body, (present.get(body) ?? 0) + 1);
  let [all, kept] = [0, 0];
  const removed: number[] = [];
  compared.source.lines.forEach(({ body }, index) => {
    if (body === '') return;
    const weight = compared.lines[index]?.weight ?? 0;
    all += weight;
    const left = present.get(body) ?? 0;
    present.set(body, left - 1);
    if (left > 0) kept += weight;
    else removed.push(index);
  });
  const written = writeSource(
    compared.source,
    source.lines.map((line) => line.text),
  );
  const added = source.lines.filter(({ body }) => body !== '').length - (compared.lines.length - removed.length);
  const place = { start: 0, end: compared.source.lines.length };
  const isSafe =
    kept >= all * 0.7 &&
    !losesMuch({ text: written, places: [place], removed, added, keepsIndentation: true }, source, compared);
  if (written === text) return noPlace('nothingToDo');
  if (isSafe) return { kind: 'change', text: written, places: [place] };
  if (kept < all * 0.2) return noPlace('isNew');
  return {
    kind: 'replaceAll',
    text: written,
    place,
    linesBefore: compared.source.lines.length,
    linesAfter: source.lines.length,
    isWholeFile: true,
  };
}

function wholeChange(code: string, text: string): LocatedEdit {
  const file = readSource(text);
  const lines = readSource(code).lines;
  const written = writeSource(
    file,
    lines.map((line) => line.text),
    true,
  );
  return { kind: 'change', text: written, places: [{ start: 0, end: file.lines.length }] };
}
