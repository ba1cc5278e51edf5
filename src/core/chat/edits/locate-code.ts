// Where plain code belongs in a file: a part of it, several declarations, or another version of all of it.
import type { Change, LocatedEdit, TargetFile } from './located-edit.ts';
import { changesOf, choiceOf, chosenOf, noPlace } from './placing/choosing.ts';
import { ComparedFile } from './placing/compared-file.ts';
import type { WrittenChange } from './placing/writing.ts';
import { holdsGaps, leadsDeclaration, segmentsOfCode, segmentsOfDeclarations } from './reading/code-segments.ts';
import type { Segments } from './reading/segments.ts';
import { readSource, type SourceText, writeSource } from './reading/source-text.ts';

export function locateCode(code: string, text: string, file: TargetFile): LocatedEdit {
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
  const one = file.lines[line];
  const next = file.lines[line + 1];
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
  let all = 0;
  let kept = 0;
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

export function wholeChange(code: string, text: string): LocatedEdit {
  const file = readSource(text);
  const lines = readSource(code).lines;
  const written = writeSource(
    file,
    lines.map((line) => line.text),
    true,
  );
  return { kind: 'change', text: written, places: [{ start: 0, end: file.lines.length }] };
}
