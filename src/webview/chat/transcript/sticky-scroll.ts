// Keeps the transcript at its end while the person is there, whatever grows or is resized; once they have scrolled up
// it never moves by itself.
import { signal, type ReadonlySignal } from '@preact/signals';
import { listenForScrollInput } from './scroll-input.ts';

/** Nearer to the end than this, in pixels, counts as being there. */
const nearEnough = 8;
/** How long after its size has changed content may still move the position, in milliseconds. */
const restlessFor = 500;

export interface StickyScroll {
  readonly atEnd: ReadonlySignal<boolean>;
  goToEnd(): void;
  /** Follows the end no more: the transcript is about to be scrolled away from it. */
  leaveEnd(): void;
  stop(): void;
}

export function createStickyScroll(scroller: HTMLElement, content: HTMLElement): StickyScroll {
  const atEnd = signal(true);
  const input = listenForScrollInput(scroller);
  let before = measured(scroller);
  let resizedAt = Number.NEGATIVE_INFINITY;

  const follow = (): void => {
    if (atEnd.peek()) scroller.scrollTop = scroller.scrollHeight;
    before = measured(scroller);
  };
  const onScroll = (): void => {
    const now = measured(scroller);
    // What shrinks or is resized moves the position too; only a move within the same sizes is the person's.
    const sameSize = now.height === before.height && now.viewport === before.viewport;
    const isUp = now.top < before.top;
    if (now.height - now.viewport - now.top < nearEnough && !(sameSize && isUp)) atEnd.value = true;
    else if (isUp && now.height >= before.height && now.viewport <= before.viewport) {
      // What grows may have been shorter for a moment, in which the end was elsewhere, and no size tells of that. At
      // rest it is a person's all the same: a screen reader scrolls without any input.
      if (!input.isRecent() && performance.now() - resizedAt < restlessFor) {
        follow();
        return;
      }
      atEnd.value = false;
    }
    before = now;
  };
  const observer = new ResizeObserver(() => {
    resizedAt = performance.now();
    follow();
  });
  observer.observe(content);
  observer.observe(scroller);
  scroller.addEventListener('scroll', onScroll, { passive: true });
  return {
    atEnd,
    goToEnd() {
      atEnd.value = true;
      follow();
    },
    leaveEnd() {
      atEnd.value = false;
    },
    stop() {
      observer.disconnect();
      input.stop();
      scroller.removeEventListener('scroll', onScroll);
    },
  };
}

interface Measures {
  readonly top: number;
  readonly height: number;
  readonly viewport: number;
}

function measured(scroller: HTMLElement): Measures {
  return { top: scroller.scrollTop, height: scroller.scrollHeight, viewport: scroller.clientHeight };
}
