// Lets the windows of one person do something one at a time: each waits for the lease and then acts. Where none can be
// had in time, the action runs all the same: a lease must never keep anybody from signing in.
import { type Clock, type Lease, systemClock } from '../../core/ports.ts';
import { type GiveBack, LeaseFile } from './lease-file.ts';

const usualMilliseconds = 60_000;
const retryMilliseconds = 100;

/**
 * @param file an absolute path in a folder that all windows share; the folder is made when missing
 * @param milliseconds the longest that a holder may have it; a holder that died is found out within five seconds
 */
export function createFileLease(
  file: string,
  clock: Clock = systemClock,
  milliseconds: number = usualMilliseconds,
): Lease {
  return {
    async run(action) {
      const giveBack = await acquired(file, clock, milliseconds);
      try {
        return await action();
      } finally {
        await giveBack();
      }
    },
  };
}

/** Patience is counted in retries: the time of day may be set while somebody waits. */
async function acquired(file: string, clock: Clock, milliseconds: number): Promise<GiveBack> {
  const lease = new LeaseFile(file, milliseconds);
  for (let waited = 0; waited < 2 * milliseconds; waited += retryMilliseconds) {
    const giveBack = await lease.take();
    if (giveBack !== null) return giveBack;
    await new Promise<void>((resolve) => clock.after(retryMilliseconds, resolve));
  }
  return () => Promise.resolve();
}
