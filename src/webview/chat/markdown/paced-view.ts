// Knows how a long text is drawn: a slice a frame, so that the page answers in between. A text that is drawn in one go, as
// nearly every one is, appears at once. Views share the time of a frame.
import { createSteppedView, type AnswerView } from './answer-view.ts';
import type { AnswerWords } from './words.ts';

export interface PacedView extends AnswerView {
  /** Draws no more: what is drawn gives way to something else. */
  stop(): void;
}

/** Milliseconds of a frame that drawing takes; layout takes about as long again. */
const frameShare = 6;
/** Characters that are drawn between two looks at the clock. */
const sliceLength = 1024;

/** Views with something left to draw; the first has its turn. */
const unfinished = new Set<Paced>();
let isScheduled = false;

/** @param onFault is told what went wrong in a later frame. */
export function createPacedView(host: Element, words: AnswerWords, onFault: (fault: unknown) => void): PacedView {
  return new Paced(host, words, onFault);
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

  /** Draws the next slice; false where nothing is left. */
  advance(): boolean {
    const slice = this.#waiting.slice(this.#drawn, this.#drawn + sliceLength);
    this.#drawn += slice.length;
    const isLast = this.#drawn === this.#waiting.length;
    if (this.#state === 'resolving') return this.#view.resolveNext();
    if (this.#state === 'ending' && isLast) {
      this.#view.end(slice);
      this.#state = 'resolving';
      return true;
    }
    this.#view.append(slice);
    return !isLast;
  }

  fail(fault: unknown): void {
    this.#onFault(fault);
  }
}

function drawSlices(): void {
  const began = performance.now();
  do {
    const [view] = unfinished;
    if (view === undefined) return;
    if (!advanced(view)) view.stop();
  } while (performance.now() - began < frameShare);
  for (const view of unfinished) view.wait();
  if (unfinished.size === 0 || isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    drawSlices();
  });
}

function advanced(view: Paced): boolean {
  try {
    return view.advance();
  } catch (fault) {
    view.fail(fault);
    return false;
  }
}
