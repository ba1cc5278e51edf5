// Knows when finished code is coloured: a few milliseconds a task, so that no frame waits for it, with the grammars loaded
// when the first block asks. Code that cannot be coloured stays as it is.
import { languageOfCode } from './code-block.ts';
import type { ColouredPiece } from './highlight-languages.ts';

/** Longer code stays plain: its thousands of spans would weigh on the page for as long as it stands there. */
const longestColoured = 256 * 1024;

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
    const colouring = new Colouring(code, text.length, colouredPieces(text, language));
    while (await scheduler.postTask(() => code.isConnected && colouring.advance()));
  }
}

/** Code whose plain text gives way to coloured pieces, from the front. */
class Colouring {
  readonly #code: HTMLElement;
  readonly #length: number;
  readonly #pieces: Generator<ColouredPiece>;
  /** The last coloured piece. */
  #last: ChildNode | null = null;

  constructor(code: HTMLElement, length: number, pieces: Generator<ColouredPiece>) {
    this.#code = code;
    this.#length = length;
    this.#pieces = pieces;
  }

  /** Puts the next coloured piece where its plain text stands; false where there is none. */
  advance(): boolean {
    const step = this.#pieces.next();
    if (step.done === true) return false;
    const { length, spans } = step.value;
    this.#removePlain(length);
    if (length === this.#length) {
      this.#code.append(spans);
      return false;
    }
    const box = document.createElement('span');
    box.className = 'code-piece';
    box.append(spans);
    this.#code.insertBefore(box, this.#plain());
    this.#last = box;
    return this.#plain() !== null;
  }

  /** The first node that is not coloured. */
  #plain(): ChildNode | null {
    return this.#last === null ? this.#code.firstChild : this.#last.nextSibling;
  }

  #removePlain(length: number): void {
    let left = length;
    for (let node = this.#plain(); node !== null; node = this.#plain()) {
      const size = node.textContent?.length ?? 0;
      if (size > left) {
        const text = node instanceof Text ? node : node.firstChild;
        if (text instanceof Text) text.deleteData(0, left);
        return;
      }
      node.remove();
      left -= size;
    }
  }
}
