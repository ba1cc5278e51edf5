// Finds the matches in the turns that may hold a text: turns are drawn where they are not yet, read a slice at a time,
// and read again when they are drawn anew.
import { drawNow } from '../markdown/deferred-drawing.ts';
import { patternOf, placesIn } from './text-places.ts';

/** How long one slice of a search may take, in milliseconds: the page stays alive meanwhile. */
const sliceLength = 12;
/** How long the drawing rests before what was drawn anew is read again, in milliseconds. */
const restsAfter = 100;

export interface Place {
  readonly turnId: string;
  /** Which of the places in its turn. */
  readonly index: number;
  readonly range: StaticRange;
}

export class PlaceSearch {
  readonly #content: Element;
  readonly #onFound: (places: readonly Place[]) => void;
  readonly #observer = new MutationObserver((records) => this.#drawnAnew(records));
  readonly #known = new Map<string, readonly Place[]>();
  #pattern: RegExp | null = null;
  #turnIds: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onFound is called with all places, at the end of a search and whenever they have changed. */
  constructor(content: Element, onFound: (places: readonly Place[]) => void) {
    this.#content = content;
    this.#onFound = onFound;
  }

  /** Searches anew. */
  look(wanted: string, turnIds: readonly string[]): void {
    this.rest();
    this.#pattern = patternOf(wanted);
    this.#turnIds = turnIds;
    this.#observer.observe(this.#content, { childList: true, characterData: true, subtree: true });
    this.#readOn();
  }

  /** Ends the search and forgets it. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.#known.clear();
  }

  #readOn(): void {
    const turns = new Map(
      [...this.#content.querySelectorAll<HTMLElement>('.turn')].map((turn) => [turn.dataset['turn'] ?? '', turn]),
    );
    const sliceEnds = performance.now() + sliceLength;
    for (const turnId of this.#turnIds) {
      const turn = turns.get(turnId);
      if (this.#pattern === null || this.#known.has(turnId) || turn === undefined || isRunning(turn)) continue;
      drawNow(turn);
      this.#known.set(
        turnId,
        placesIn(turn, this.#pattern).map((range, index) => ({ turnId, index, range })),
      );
      if (performance.now() < sliceEnds) continue;
      this.#observer.takeRecords();
      this.#timer = setTimeout(() => this.#readOn());
      return;
    }
    // What has just been drawn is read already.
    this.#observer.takeRecords();
    this.#onFound(this.#turnIds.flatMap((turnId) => this.#known.get(turnId) ?? []));
  }

  #drawnAnew(records: readonly MutationRecord[]): void {
    const turns = new Set(
      records.map(({ target }) => turnAround(target)).filter((turn) => turn !== null && !isRunning(turn)),
    );
    if (turns.size === 0) return;
    for (const turn of turns) this.#known.delete(turn?.dataset['turn'] ?? '');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#readOn(), restsAfter);
  }
}

/** An answer on its way is searched when it has ended. */
function isRunning(turn: Element): boolean {
  return turn.querySelector('.streaming') !== null;
}

function turnAround(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('.turn') ?? null;
}
