// Knows when deleted conversations are looked for whose day is over: soon after the window has begun, and every hour then,
// whether or not anybody opens the list. It does not know how they are deleted.
import type { Clock } from '../../ports.ts';

/** The window has better things to do in its first minute. */
const firstMilliseconds = 60_000;
const nextMilliseconds = 60 * 60_000;

/** @param purge may reject, and is called again an hour later. Returns what ends the schedule. */
export function schedulePurge(clock: Clock, purge: () => Promise<void>): () => void {
  let isOver = false;
  let cancel = clock.after(firstMilliseconds, run);
  function run(): void {
    purge()
      .catch(() => undefined)
      .finally(() => {
        if (!isOver) cancel = clock.after(nextMilliseconds, run);
      });
  }
  return () => {
    isOver = true;
    cancel();
  };
}
