import { options } from 'preact';

/** Makes a change of state, of which all is drawn when this returns and not a moment later. */
export function drawnAtOnce(change: () => void): void {
  // Nobody else says when to draw.
  options.debounceRendering = (draw) => draw();
  try {
    change();
  } finally {
    delete options.debounceRendering;
  }
}
