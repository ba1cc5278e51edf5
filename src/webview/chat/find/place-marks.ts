// Marks matches in the transcript and scrolls to them, by highlights of the browser's own, which leave the document as
// it is.

/** Their looks are in chat.css. */
const allName = 'found';
const currentName = 'found-current';
/** Distance kept above a match, for the search bar, and below it, in pixels. */
const above = 64;
const below = 24;

export function markPlaces(places: readonly AbstractRange[]): void {
  CSS.highlights.set(allName, new Highlight(...places));
}

export function markCurrent(place: AbstractRange | null): void {
  const highlight = new Highlight(...(place === null ? [] : [place]));
  highlight.priority = 1;
  CSS.highlights.set(currentName, highlight);
}

export function unmark(): void {
  CSS.highlights.delete(allName);
  CSS.highlights.delete(currentName);
}

/** Scrolls only where the place is out of sight, after `onMove`, and unfolds what it is folded into. */
export function bringIntoSight(place: AbstractRange, scroller: Element, onMove: () => void): void {
  const parent = place.startContainer.parentElement;
  const folded = parent?.closest('details');
  if (folded) folded.open = true;
  scrollTo(place, scroller, onMove);
  const box = parent?.closest('pre, .table-scroller');
  if (box) scrollSideways(place, box);
  // What comes into sight is laid out only then, and may be of another size than was assumed.
  requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(place, scroller, onMove)));
}

/** Whether it is at the upper edge of what is seen, or below it. */
export function isFromSightOn(place: AbstractRange, scroller: Element): boolean {
  const { top } = scroller.getBoundingClientRect();
  // What lies above in whole turns is passed over without laying those turns out.
  const turn = place.startContainer.parentElement?.closest('.turn');
  return (turn?.getBoundingClientRect().bottom ?? 0) >= top && boxOf(place).bottom >= top;
}

function scrollTo(place: AbstractRange, scroller: Element, onMove: () => void): void {
  const box = boxOf(place);
  const sight = scroller.getBoundingClientRect();
  if (box.top >= sight.top + above && box.bottom <= sight.bottom - below) return;
  onMove();
  scroller.scrollTop += box.top - sight.top - sight.height / 2;
}

function scrollSideways(place: AbstractRange, scroller: Element): void {
  const box = boxOf(place);
  const sight = scroller.getBoundingClientRect();
  if (box.left < sight.left || box.right > sight.right) scroller.scrollLeft += box.left - sight.left - sight.width / 2;
}

function boxOf({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): DOMRect {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.getBoundingClientRect();
}
