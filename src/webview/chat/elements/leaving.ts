import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** For an element that goes: where it has the keyboard then, `onLeave` hands it on. */
export function useLeaving<Shown extends HTMLElement>(onLeave: () => void): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown?.contains(document.activeElement) === true) onLeave();
    };
  }, []);
  return element;
}
