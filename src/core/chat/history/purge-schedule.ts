// When conversations that were deleted a day ago are purged: at once and then every hour, whether or not anybody opens
// the list.
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
