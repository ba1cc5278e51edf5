import type { Clock } from '../../ports.ts';

export interface IdleTimeout {
  /** Something was heard: the wait begins anew. Cheap enough to call for every chunk. */
  readonly touch: () => void;
  /** Nobody waits to hear anything, so nothing counts as silence until the next `wait`. */
  readonly pause: () => void;
  /** Somebody waits from now on. */
  readonly wait: () => void;
  readonly end: () => void;
  readonly expired: () => boolean;
}

/** The longest time between two looks at the clock, so that a sleep of the machine in between is seen. */
const longestStep = 20_000;
/** A timer that is called later than this was not called by a machine that was awake and a process that ran. */
const lateness = 1000;

/**
 * Calls `onSilence` once when somebody has waited for `milliseconds` without a touch, from now on. The time of day
 * plays no part. Where the machine slept, or the process stood still, nothing could be heard, so that step does not
 * count.
 */
export function startIdleTimeout(clock: Clock, milliseconds: number, onSilence: () => void): IdleTimeout {
  let heard = clock.monotonic();
  let isWaiting = true;
  let expired = false;
  let cancel: (() => void) | null = null;

  function arm(left: number): void {
    const began = clock.monotonic();
    const step = Math.min(left, longestStep);
    cancel = clock.after(step, () => look(began, step));
  }
  // A touch only notes the time; the one timer looks at the note when it is called, so that a fast stream re-arms
  // nothing.
  function look(began: number, step: number): void {
    cancel = null;
    if (!isWaiting) return;
    const now = clock.monotonic();
    if (now - began > step + lateness) heard = Math.min(now, heard + now - began);
    const left = heard + milliseconds - now;
    if (left > 0) {
      arm(left);
      return;
    }
    expired = true;
    onSilence();
  }
  arm(milliseconds);
  return {
    touch() {
      heard = clock.monotonic();
    },
    pause() {
      isWaiting = false;
    },
    wait() {
      if (expired) return;
      isWaiting = true;
      heard = clock.monotonic();
      if (cancel === null) arm(milliseconds);
    },
    end() {
      isWaiting = false;
      cancel?.();
    },
    expired: () => expired,
  };
}
