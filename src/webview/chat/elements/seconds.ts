// How long something takes that a person waits for, in whole seconds.
import { useEffect, useState } from 'preact/hooks';

/**
 * Counts while it runs, from when it was first shown; stands still at what it took once it has ended. Null where it was
 * never seen to run.
 */
export function useSeconds(isRunning: boolean): number | null {
  const [seconds, setSeconds] = useState<number | null>(isRunning ? 0 : null);
  useEffect(() => {
    if (!isRunning) return undefined;
    const began = performance.now();
    const count = (): void => setSeconds(Math.round((performance.now() - began) / 1_000));
    const timer = setInterval(count, 1_000);
    return () => {
      clearInterval(timer);
      count();
    };
  }, [isRunning]);
  return seconds;
}
