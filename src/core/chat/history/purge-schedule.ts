// Knows when deleted conversations are looked for whose day is over: at once and every hour then, whether or not anybody opens
// the list. It does not know how they are deleted.
import type { Clock } from '../../ports.ts';

const hour = 60 * 60_000;

/** @param purge may reject, and is called again an hour later. Returns what ends the schedule. */
export function schedulePurge(clock: Clock, purge: () => Promise<void>): () => void {
  let isOver = false;
  let cancel = (): void => undefined;
  const run = (): void => {
    purge()
      .catch(() => undefined)
      .finally(() => {
        if (!isOver) cancel = clock.after(hour, run);
      });
  };
  run();
  return () => {
    isOver = true;
    cancel();
  };
}
