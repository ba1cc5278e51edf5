// Code in the page whose plain text gives way to coloured pieces, from the front, while more may still be appended to
// it. What follows from the code alone is coloured for good, the lines behind that for now.
import { isMark } from './hidden-marks.ts';
import type { CodeColouring, ColouredPiece } from './highlight-languages.ts';

/** What is behind so much stays plain: its thousands of spans would weigh on the page for as long as it is there. */
const longestColoured = 256 * 1024;

/** Code that is not coloured for good. */
interface Rest {
  readonly text: string;
  /** Whether no more follows. */
  readonly isWhole: boolean;
}

export class Colouring {
  readonly #code: HTMLElement;
  readonly #colours: CodeColouring;
  /** The last piece that is coloured for good. */
  #last: ChildNode | null = null;
  #length = 0;
  #forNow: HTMLElement | null = null;
  /** Known once the code has ended. */
  #rest: Rest | null = null;

  constructor(code: HTMLElement, colours: CodeColouring) {
    this.#code = code;
    this.#colours = colours;
  }

  /** The code has ended. */
  end(): void {
    this.#rest ??= this.#plainRest(true);
  }

  /** Colours one more piece; false where there is nothing more to colour yet. */
  advance(): boolean {
    if (!this.#code.isConnected) return false;
    const rest = this.#rest ?? this.#plainRest(false);
    const piece = this.#length < longestColoured ? this.#colours.next(rest.text, rest.isWhole) : null;
    if (piece !== null) this.#colourForGood(piece, rest);
    else if (this.#rest === null) this.#colourForNow(rest.text);
    else this.#leavePlain();
    return piece !== null;
  }

  #colourForGood({ length, spans }: ColouredPiece, { text, isWhole }: Rest): void {
    this.#dissolve();
    this.#removePlain(length);
    // What is one piece needs no box.
    if (this.#last === null && isWhole && length === text.length) this.#code.append(spans);
    else this.#last = this.#box(spans);
    this.#length += length;
    if (this.#rest !== null) this.#rest = { text: text.slice(length), isWhole };
  }

  #colourForNow(rest: string): void {
    const end = rest.lastIndexOf('\n') + 1;
    if (end === this.#forNow?.textContent.length) return;
    const piece = this.#colours.soFar(rest);
    if (piece === null) return;
    this.#dissolve();
    this.#removePlain(piece.length);
    this.#forNow = this.#box(piece.spans);
  }

  #leavePlain(): void {
    this.#dissolve();
    // Takes away what is empty.
    this.#removePlain(0);
  }

  #dissolve(): void {
    this.#forNow?.replaceWith(this.#forNow.textContent);
    this.#forNow = null;
  }

  #box(spans: DocumentFragment): HTMLElement {
    const box = document.createElement('span');
    box.className = 'code-piece';
    box.append(spans);
    this.#code.insertBefore(box, this.#plain());
    return box;
  }

  /** The first node that is not coloured for good. */
  #plain(): ChildNode | null {
    return this.#last === null ? this.#code.firstChild : this.#last.nextSibling;
  }

  /** Behind a mark nothing is coloured. */
  #plainRest(isEnded: boolean): Rest {
    let text = '';
    for (let node = this.#plain(); node !== null; node = node.nextSibling) {
      if (isMark(node)) return { text, isWhole: false };
      text += node.textContent ?? '';
    }
    return { text, isWhole: isEnded };
  }

  #removePlain(length: number): void {
    let left = length;
    for (let node = this.#plain(); node !== null; node = this.#plain()) {
      const size = node.textContent?.length ?? 0;
      // What comes next is appended to the last node.
      const isKept = this.#rest === null && node === this.#code.lastChild;
      if (size > left || isKept) {
        const text = node instanceof Text ? node : node.firstChild;
        if (text instanceof Text) text.deleteData(0, left);
        return;
      }
      node.remove();
      left -= size;
    }
  }
}
