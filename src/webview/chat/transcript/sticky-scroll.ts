// Keeps the transcript at its end while the person is there, whatever grows or is resized; once they have scrolled up
// it never moves by itself.
import { signal, type ReadonlySignal } from '@preact/signals';

/** Nearer to the end than this, in pixels, counts as being there. */
const nearEnough = 8;

export interface StickyScroll {
  readonly atEnd: ReadonlySignal<boolean>;
  goToEnd(): void;
  /** Follows the end no more: the transcript is about to be scrolled away from it. */
  leaveEnd(): void;
  stop(): void;
}

export function createStickyScroll(scroller: HTMLElement, content: HTMLElement): StickyScroll {
  const atEnd = signal(true);
  let before = measured(scroller);

  const follow = (): void => {
    if (atEnd.peek()) scroller.scrollTop = scroller.scrollHeight;
    before = measured(scroller);
  };
  const onScroll = (): void => {
    const now = measured(scroller);
    // What shrinks or is resized moves the position too; only a move within the same sizes is the person's.
    const sameSize = now.height === before.height && now.viewport === before.viewport;
    if (now.height - now.viewport - now.top < nearEnough && !(sameSize && now.top < before.top)) atEnd.value = true;
    else if (now.top < before.top && now.height >= before.height && now.viewport <= before.viewport)
      atEnd.value = false;
    before = now;
  };
  const observer = new ResizeObserver(follow);
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
