// Where a text stands within another one.
import type { WorkBudget } from './work-budget.ts';

/** Characters that are looked for by the engine's own search, which takes the product of both lengths at worst. */
const anchorLength = 16;
/** For each character of the text, for each place that is looked at closer, and for each character compared there. */
const costOfCharacter = 2;
const costOfPlace = 120;
const costOfComparison = 3;

export interface PlacesWanted {
  readonly most: number;
  /** Whether also those where one begins inside of another. */
  readonly overlapping: boolean;
}

/** Null where there is no budget for it. */
export function placesOf(
  text: string,
  part: string,
  { most, overlapping }: PlacesWanted,
  budget: WorkBudget,
): readonly number[] | null {
  if (!budget.spend(text.length * costOfCharacter)) return null;
  const anchor = part.slice(0, anchorLength);
  const places: number[] = [];
  let at = text.indexOf(anchor);
  while (at !== -1 && places.length < most) {
    const shared = sharedLength(text, at, part);
    if (!budget.spend(costOfPlace + shared * costOfComparison)) return null;
    const fits = shared === part.length;
    if (fits) places.push(at);
    at = text.indexOf(anchor, at + (fits && !overlapping ? part.length : 1));
  }
  return places;
}

function sharedLength(text: string, at: number, part: string): number {
  let length = 0;
  while (length < part.length && text.charCodeAt(at + length) === part.charCodeAt(length)) length += 1;
  return length;
}

/** The lines, from 1, of places in ascending order. */
export function linesAt(text: string, places: readonly number[]): readonly number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return places.map((place) => {
    for (; next !== -1 && next < place; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  });
}
