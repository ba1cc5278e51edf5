// How a proposed change stands against its file, which may have changed since: re-located where that is no guess.
import { countsOf, isSame, isSameText, type LineChange, lineChanges, linesOf } from './line-changes.ts';
import { threeWayMerge } from './three-way-merge.ts';

/** Texts are whole files; null stands for a file that does not exist. At most one of the two is null. */
export interface ProposedChange {
  readonly uri: string;
  readonly original: string | null;
  readonly proposed: string | null;
}

export interface OpenChange {
  readonly kind: 'open';
  /** What the file becomes; null where it is deleted. */
  readonly text: string | null;
  /** From the file as it is now. */
  readonly changes: readonly LineChange[];
  readonly added: number;
  readonly removed: number;
}

export type ChangeStatus =
  | OpenChange
  /** The file is as proposed already. */
  | { readonly kind: 'done' }
  /** The file has changed in the very lines. */
  | { readonly kind: 'conflict' }
  /** The file was deleted meanwhile. */
  | { readonly kind: 'gone' }
  /** The file was to be created, and is there with something else in it. */
  | { readonly kind: 'taken' };

/** @param current the file as it is now; null where there is none. */
export function changeStatus({ original, proposed }: ProposedChange, current: string | null): ChangeStatus {
  if (current === null) {
    if (proposed === null) return { kind: 'done' };
    return original === null ? openChange([], proposed, proposed) : { kind: 'gone' };
  }
  const now = linesOf(current);
  if (proposed === null) {
    const isUntouched = original !== null && isSameText(original, current);
    return isUntouched ? openChange(now, null, '') : { kind: 'conflict' };
  }
  const wanted = linesOf(proposed);
  if (isSame(now, wanted)) return { kind: 'done' };
  if (original === null) return { kind: 'taken' };
  const merged = threeWayMerge(linesOf(original), now, wanted);
  if (merged === null) return { kind: 'conflict' };
  if (isSame(now, merged)) return { kind: 'done' };
  const text = merged.join(lineBreakOf(current));
  return openChange(now, text, text);
}

function openChange(now: readonly string[], text: string | null, after: string): OpenChange {
  // The empty line that an editor shows behind the last break is no line of a file that comes or goes.
  const whole = (lines: readonly string[]): readonly string[] => (lines.at(-1) === '' ? lines.slice(0, -1) : lines);
  const isWhole = text === null || now.length === 0;
  const changes = isWhole ? lineChanges(whole(now), whole(linesOf(after))) : lineChanges(now, linesOf(after));
  return { kind: 'open', text, changes, ...countsOf(changes) };
}

/** The one that a text uses first. */
function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}
