// Whether a scroll can be the person's own: the browser does not say, and what content does to the position looks
// alike.

/** How long after an input its first scroll may come, in milliseconds: a busy page draws late. */
const inputLasts = 500;

export interface ScrollInput {
  isRecent(): boolean;
  stop(): void;
}

/** Listens for everything with which a person scrolls: wheel, touch, keys, focus that moves, drags of the pointer. */
export function listenForScrollInput(scroller: HTMLElement): ScrollInput {
  let last = Number.NEGATIVE_INFINITY;
  let isHeld = false;
  /** The middle button scrolls with the pointer for as long as the person wants, with no button held. */
  let isGliding = false;
  const listening = new AbortController();
  const note = (): void => {
    last = performance.now();
  };
  const onPointer = (event: PointerEvent): void => {
    if (event.type === 'pointerdown') isGliding = event.button === 1;
    const wasHeld = isHeld;
    isHeld = event.type !== 'pointercancel' && event.buttons !== 0;
    if (isHeld || wasHeld) note();
  };
  const options = { passive: true, capture: true, signal: listening.signal };
  for (const type of ['wheel', 'touchmove', 'keydown', 'focusin']) scroller.addEventListener(type, note, options);
  scroller.addEventListener('pointerdown', onPointer, options);
  // A drag may leave the transcript, and end where nobody hears of it.
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(type, onPointer, options);
  return {
    isRecent: () => isHeld || isGliding || performance.now() - last < inputLasts,
    stop: () => listening.abort(),
  };
}
