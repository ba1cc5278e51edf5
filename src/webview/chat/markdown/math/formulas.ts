// Formulas of an answer: their source as it stands, and the formula itself once that is drawn, a formula a task, with
// what draws it loaded when the first comes. What cannot be drawn stays as it is.
import type { AnswerWords } from '../elements/words.ts';
import { fillMarked } from '../code/hidden-marks.ts';
import { mayHide } from '../../../../protocol/chat.ts';

/** Longer ones stay as they are. */
const longest = 4_000;
/** So many are kept for the next drawing of their text. */
const mostKept = 500;

const sourceClass = 'formula';

/** Null for one that cannot be drawn. */
const drawn = new Map<string, Element | null>();
const wanted = new Set<string>();
/** What stands in blocks that can no longer change, by its source. */
const finished = new Map<string, Element[]>();
let draining = false;

/** The formula where it was drawn before; otherwise its source, and the formula comes with a later drawing. */
export function createFormulaElement(source: string, words: AnswerWords): Element {
  const known = drawn.get(source);
  if (known) return document.importNode(known, true);
  const code = document.createElement('code');
  code.className = sourceClass;
  fillMarked(code, source, words);
  want(source);
  return code;
}

/** Draws the formulas of blocks that can no longer change, soon. */
export function finishFormulasIn(blocks: readonly ChildNode[]): void {
  for (const block of blocks) {
    if (!(block instanceof Element)) continue;
    for (const code of [...block.getElementsByClassName(sourceClass)]) {
      const source = code.textContent;
      const known = drawn.get(source);
      if (known) code.replaceWith(document.importNode(known, true));
      else if (want(source)) finished.set(source, [...(finished.get(source) ?? []), code]);
    }
  }
}

/** False where it stays as it is. */
function want(source: string): boolean {
  if (drawn.get(source) === null || source.length > longest || mayHide(source)) return false;
  wanted.add(source);
  if (draining) return true;
  draining = true;
  void drain().finally(() => (draining = false));
  return true;
}

async function drain(): Promise<void> {
  const { createFormula } = await import('./mathml.ts');
  for (const source of wanted) {
    await scheduler.postTask(() => keep(source, createFormula(source)));
    wanted.delete(source);
  }
}

function keep(source: string, formula: Element | null): void {
  const [oldest] = drawn.keys();
  if (oldest !== undefined && drawn.size >= mostKept) drawn.delete(oldest);
  drawn.set(source, formula);
  for (const code of finished.get(source) ?? [])
    if (formula !== null) code.replaceWith(document.importNode(formula, true));
  finished.delete(source);
}
