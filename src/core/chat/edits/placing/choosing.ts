// Which of the changes that a block may stand for is meant: the only one, or the one that lies where the selection or
// the block itself says.
import type { Change, LocatedEdit, NoPlace, TargetFile } from '../located-edit.ts';
import type { Segments } from '../reading/segments.ts';
import type { ComparedFile } from './compared-file.ts';
import { placementsOf } from './placing.ts';
import { changeOf, type WrittenChange } from './writing.ts';

export interface Unplaced {
  readonly kind: 'none' | 'everywhere' | 'tooLong';
}

/** One change for each placement that leads to another text. */
export function changesOf(segments: Segments, file: ComparedFile): WrittenChange[] | Unplaced {
  const placements = placementsOf(segments, file);
  if (placements.kind !== 'placed') return placements;
  const byText = new Map<string, WrittenChange>();
  for (const placement of placements.placements) {
    const change = changeOf(placement, segments, file);
    if (!byText.has(change.text)) byText.set(change.text, change);
  }
  return [...byText.values()];
}

/** @param current the file as it is now */
export function chosenOf(
  changes: readonly WrittenChange[],
  current: string,
  file: TargetFile,
  segments: Segments,
): LocatedEdit {
  const [only, ...others] = narrowed(changes, file, segments);
  if (only === undefined) return noPlace('notFound');
  if (others.length > 0) return { kind: 'ambiguous', choices: [only, ...others].map(choiceOf) };
  return only.text === current ? noPlace('nothingToDo') : { kind: 'change', ...choiceOf(only) };
}

export function choiceOf({ text, places }: Change): Change {
  return { text, places };
}

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

export function noPlace(reason: NoPlace): LocatedEdit {
  return { kind: 'noPlace', reason };
}
