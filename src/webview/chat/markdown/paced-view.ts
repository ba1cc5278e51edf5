// Draws a long text a slice a frame, so that the page answers in between. A text that is drawn in one go, as nearly
// every one is, appears at once. Views share the time of a frame.
import { createSteppedView, type AnswerView } from './answer-view.ts';
import type { AnswerWords } from './elements/words.ts';

export interface PacedView extends AnswerView {
  /** Draws no more: what is drawn gives way to something else. */
  stop(): void;
}

/** Milliseconds of a frame that drawing takes; layout takes about as long again. */
const frameShare = 6;
/** Characters that are drawn between two looks at the clock. */
const sliceLength = 1024;
/** Characters of a frame: what is drawn fast may be laid out slowly. */
const frameLength = 4 * sliceLength;

/** Views with something left to draw; the first has its turn. */
const unfinished = new Set<Paced>();
let isScheduled = false;

/** @param onFault gets what went wrong in a later frame. */
export function createPacedView(host: Element, words: AnswerWords, onFault: (fault: unknown) => void): PacedView {
  return new Paced(host, words, onFault);
}

interface Advance {
  readonly length: number;
  readonly isLeft: boolean;
}

class Paced implements PacedView {
  readonly #host: Element;
  readonly #view;
  readonly #onFault: (fault: unknown) => void;
  #waiting = '';
  #drawn = 0;
  #state: 'open' | 'ending' | 'resolving' | 'done' = 'open';

  constructor(host: Element, words: AnswerWords, onFault: (fault: unknown) => void) {
    this.#host = host;
    this.#view = createSteppedView(host, words);
    this.#onFault = onFault;
  }

  append(text: string): void {
    this.#take(text);
  }

  end(text = ''): void {
    this.#state = 'ending';
    this.#take(text);
  }

  stop(): void {
    unfinished.delete(this);
    this.#host.ariaBusy = null;
  }

  /** Says that more of the text is to come. */
  wait(): void {
    if (this.#host.ariaBusy === null) this.#host.ariaBusy = 'true';
  }

  #take(text: string): void {
    this.#waiting = this.#waiting.slice(this.#drawn) + text;
    this.#drawn = 0;
    if (unfinished.has(this)) return;
    unfinished.add(this);
    if (!isScheduled) drawSlices();
  }

  /** Draws the next slice, and says how many characters that were and whether any are left. */
  advance(): Advance {
    const slice = this.#waiting.slice(this.#drawn, this.#drawn + sliceLength);
    this.#drawn += slice.length;
    const isLast = this.#drawn === this.#waiting.length;
    if (this.#state === 'resolving') {
      const length = this.#view.resolveNext();
      return { length, isLeft: length > 0 };
    }
    if (this.#state === 'ending' && isLast) {
      this.#view.end(slice);
      this.#state = 'resolving';
      return { length: slice.length, isLeft: true };
    }
    this.#view.append(slice);
    return { length: slice.length, isLeft: !isLast };
  }

  fail(fault: unknown): void {
    this.#onFault(fault);
  }
}

function drawSlices(): void {
  const began = performance.now();
  let drawn = 0;
  do {
    const [view] = unfinished;
    if (view === undefined) return;
    const { length, isLeft } = advanced(view);
    drawn += length;
    if (!isLeft) view.stop();
  } while (drawn < frameLength && performance.now() - began < frameShare);
  for (const view of unfinished) view.wait();
  if (unfinished.size === 0 || isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    drawSlices();
  });
}

function advanced(view: Paced): Advance {
  try {
    return view.advance();
  } catch (fault) {
    view.fail(fault);
    return { length: 0, isLeft: false };
  }
}
