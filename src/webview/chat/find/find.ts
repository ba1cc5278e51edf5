// A search in the conversation, from what is typed to the match that is shown: the host names the turns that may hold
// the text, and what is drawn of them is searched.
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { PageMessage } from '../../../protocol/chat.ts';
import type { Store } from '../state/store.ts';
import { bringIntoSight, isFromSightOn, markCurrent, markPlaces, unmark } from './place-marks.ts';
import { type Place, PlaceSearch } from './place-search.ts';

/** How long typing rests, and the conversation grows, before it is searched, in milliseconds. */
const restsAfter = 100;

export interface FindResult {
  /** Which place is shown, counted from 1; 0 where there is none. */
  readonly index: number;
  readonly count: number;
}

export class Find {
  readonly #post: (message: PageMessage) => void;
  readonly #scroller: Element;
  readonly #leaveEnd: () => void;
  readonly #search: PlaceSearch;
  readonly #isOpen = signal(false);
  readonly #text = signal('');
  readonly #result = signal<FindResult | null>(null);
  readonly #stops: readonly (() => void)[];
  #places: readonly Place[] = [];
  #current: Place | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the first place is still to be shown; what changes later moves nobody. */
  #isFresh = false;

  readonly isOpen: ReadonlySignal<boolean> = this.#isOpen;
  readonly text: ReadonlySignal<string> = this.#text;
  /** Null while it is not known yet what is found. */
  readonly result: ReadonlySignal<FindResult | null> = this.#result;

  /** @param leaveEnd is called where the transcript is about to be scrolled away from its end */
  constructor(
    store: Store,
    post: (message: PageMessage) => void,
    scroller: Element,
    content: Element,
    leaveEnd: () => void,
  ) {
    this.#post = post;
    this.#scroller = scroller;
    this.#leaveEnd = leaveEnd;
    this.#search = new PlaceSearch(content, (places) => this.#found(places));
    const { older, turns, answering, found } = store;
    this.#stops = [
      // Whatever came, went or ended may hold the text. Older turns all come by themselves, one part after the other.
      effect(() => {
        const isGrowing = older.value > 0 || turns.value.length === 0 || answering.value;
        if (this.#isOpen.value && (!isGrowing || this.#isFresh)) this.#ask();
      }),
      effect(() => {
        const named = found.value;
        const isWanted = this.#isOpen.peek() && named !== null && named.text === this.#text.peek();
        if (isWanted && older.peek() === 0) this.#search.look(named.text, named.turnIds);
      }),
    ];
  }

  /** @param text what to look for; empty for what was looked for last. */
  open(text: string): void {
    if (text !== '') this.#text.value = text;
    this.#isFresh = true;
    this.#isOpen.value = true;
  }

  write(text: string): void {
    this.#text.value = text;
    this.#result.value = null;
    this.#isFresh = true;
    this.#ask();
  }

  step(by: 1 | -1): void {
    const count = this.#places.length;
    const from = this.#places.findIndex((place) => place === this.#current);
    const next = this.#places[(from + by + count) % Math.max(1, count)];
    if (next !== undefined) this.#show(next, true);
  }

  close(): void {
    this.#isOpen.value = false;
    clearTimeout(this.#timer);
    this.#search.rest();
    unmark();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.close();
  }

  #ask(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#post({ kind: 'findText', text: this.#text.peek() }), restsAfter);
  }

  #found(places: readonly Place[]): void {
    this.#places = places;
    markPlaces(places.map(({ range }) => range));
    const next =
      sameAs(this.#current, places) ??
      places.find(({ range }) => isFromSightOn(range, this.#scroller)) ??
      places.at(-1) ??
      null;
    this.#show(next, this.#isFresh);
    this.#isFresh = false;
  }

  #show(place: Place | null, moves: boolean): void {
    this.#current = place;
    markCurrent(place?.range ?? null);
    this.#result.value = { index: place === null ? 0 : this.#places.indexOf(place) + 1, count: this.#places.length };
    if (place !== null && moves) bringIntoSight(place.range, this.#scroller, this.#leaveEnd);
  }
}

/** The place where the one before was: found again as it is, or drawn anew. */
function sameAs(before: Place | null, places: readonly Place[]): Place | undefined {
  if (before === null) return undefined;
  const { range, turnId, index } = before;
  return (
    places.find(
      (place) => place.range.startContainer === range.startContainer && place.range.startOffset === range.startOffset,
    ) ?? places.find((place) => place.turnId === turnId && place.index === index)
  );
}
