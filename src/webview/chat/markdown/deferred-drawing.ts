// When something far from sight is drawn: as soon as it comes near, otherwise whenever the page is idle, latest first,
// so that a long conversation opens fast and can still be searched as a whole soon after.

/** What has `content-visibility: auto`, once it is far from sight. */
const boxes = '.run-part, .turn';

interface Waiting {
  readonly box: Element | null;
  readonly draw: () => void;
}

const waiting: Waiting[] = [];
let scheduled = false;

/** Time that is left in an idle slice, in milliseconds, for another drawing to begin. */
const enoughTime = 4;

/** Draws once, later; returns what cancels it. `element` is such a box, or in one. */
export function drawWhenNear(element: Element, draw: () => void): () => void {
  const box = element.closest(boxes);
  const entry: Waiting = {
    box,
    draw() {
      cancel();
      draw();
    },
  };
  const onVisibility = (event: Event): void => {
    if (event instanceof ContentVisibilityAutoStateChangeEvent && !event.skipped && event.target === box) entry.draw();
  };
  const cancel = (): void => {
    box?.removeEventListener('contentvisibilityautostatechange', onVisibility);
    const index = waiting.indexOf(entry);
    if (index !== -1) waiting.splice(index, 1);
  };
  box?.addEventListener('contentvisibilityautostatechange', onVisibility);
  waiting.push(entry);
  schedule();
  return cancel;
}

/** Draws what waits in this box or in one within it, before its time. */
export function drawNow(box: Element): void {
  for (const entry of waiting.filter((other) => other.box !== null && box.contains(other.box))) entry.draw();
}

function schedule(): void {
  if (scheduled || waiting.length === 0) return;
  scheduled = true;
  requestIdleCallback((deadline) => {
    scheduled = false;
    do waiting.at(-1)?.draw();
    while (waiting.length > 0 && deadline.timeRemaining() > enoughTime);
    schedule();
  });
}
