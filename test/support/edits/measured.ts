// Counts of what the matching engine does with cases whose result is known.
import { locateEdit } from '../../../src/core/chat/edits/locate.ts';
import type { EditCase } from './written-edits.ts';

export type Outcome = 'right' | 'asked' | 'wrong';

export function outcomeOf({ file, info, code, expected }: EditCase): Outcome {
  const located = locateEdit({ info, code }, { text: file, symbols: [], selection: null });
  if (located.kind !== 'change') return located.kind === 'create' || located.kind === 'delete' ? 'wrong' : 'asked';
  return located.text === expected ? 'right' : 'wrong';
}

export interface Count {
  right: number;
  asked: number;
  wrong: EditCase[];
  askedFor: EditCase[];
}

/** One row for each form, and one for all. */
export function measured(cases: readonly EditCase[]): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  const countOf = (form: string): Count => {
    const known = counts.get(form) ?? { right: 0, asked: 0, wrong: [], askedFor: [] };
    counts.set(form, known);
    return known;
  };
  for (const edit of cases) {
    const outcome = outcomeOf(edit);
    for (const count of [countOf(edit.form), countOf('all')]) {
      if (outcome === 'right') count.right++;
      else if (outcome === 'asked') {
        count.asked++;
        count.askedFor.push(edit);
      } else count.wrong.push(edit);
    }
  }
  return counts;
}

export function tableOf(counts: ReadonlyMap<string, Count>): string {
  return [...counts]
    .map(([form, { right, asked, wrong }]) => {
      const share = ((100 * right) / (right + asked + wrong.length)).toFixed(1);
      return `${form.padEnd(40)} ${String(right).padStart(6)} ${String(asked).padStart(6)} ${String(wrong.length).padStart(6)} ${share.padStart(6)} %`;
    })
    .join('\n');
}
