// Knows when finished code is coloured: a few milliseconds a task, so that no frame waits for it, with the grammars loaded
// when the first block asks. Code that cannot be coloured stays as it is.
import { languageOfCode } from './code-block.ts';
import type { ColouredPiece } from './highlight-languages.ts';

/** Longer code stays plain: its thousands of spans would weigh on the page for as long as it stands there. */
const longestColoured = 64 * 1024;

const waiting: { readonly code: HTMLElement; readonly language: string }[] = [];
let draining = false;

/** Colours the code blocks in finished blocks soon; a block may be a code block itself. */
export function highlightIn(blocks: readonly ChildNode[]): void {
  for (const block of blocks) {
    if (!(block instanceof Element)) continue;
    for (const code of block.getElementsByTagName('code')) {
      const language = languageOfCode(code);
      if (language !== null) waiting.push({ code, language });
    }
  }
  if (draining || waiting.length === 0) return;
  draining = true;
  void drain().finally(() => (draining = false));
}

async function drain(): Promise<void> {
  const { colouredPieces } = await import('./highlight-languages.ts');
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { code, language } = next;
    const text = code.textContent;
    if (text.length > longestColoured) continue;
    const pieces = colouredPieces(text, language);
    while (await scheduler.postTask(() => code.isConnected && colourNext(code, text, pieces)));
  }
}

/** Puts the next coloured piece where its plain text stands; false where there is none. */
function colourNext(code: HTMLElement, text: string, pieces: Generator<ColouredPiece>): boolean {
  const step = pieces.next();
  const plain = code.lastChild;
  if (step.done === true || !(plain instanceof Text)) return false;
  const { length, spans } = step.value;
  if (length === text.length) {
    plain.replaceWith(spans);
    return false;
  }
  plain.deleteData(0, length);
  const box = document.createElement('span');
  box.className = 'code-piece';
  box.append(spans);
  plain.before(box);
  if (plain.data !== '') return true;
  plain.remove();
  return false;
}
