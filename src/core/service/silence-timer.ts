// Knows when something has been silent for too long; not what was expected to speak.
import type { Clock } from '../ports.ts';

export interface SilenceTimer {
  /** Something was heard: the wait begins anew. Cheap enough to call for every chunk. */
  readonly touch: () => void;
  readonly end: () => void;
  readonly expired: () => boolean;
}

/** Calls `onSilence` once when `milliseconds` have passed without a touch. */
export function startSilenceTimer(clock: Clock, milliseconds: number, onSilence: () => void): SilenceTimer {
  let heard = clock.now();
  let expired = false;
  // A touch only notes the time; the one timer looks at the note when it fires, so that a fast stream re-arms nothing.
  let cancel = clock.after(milliseconds, check);
  function check(): void {
    const left = heard + milliseconds - clock.now();
    if (left > 0) {
      cancel = clock.after(left, check);
      return;
    }
    expired = true;
    onSilence();
  }
  return {
    touch() {
      heard = clock.now();
    },
    end: () => cancel(),
    expired: () => expired,
  };
}
