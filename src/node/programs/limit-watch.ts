// Looks at what a command in the sandbox uses while it runs, and ends it with all that it started where that is too
// much.
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { exceeded, type Limit, type Limits } from '../../core/chat/tools/sandbox/limits.ts';
import { hasEndedWithAll, isRunning, type ProcessHolder } from './process-holder.ts';

/** What doubles itself has thousands of processes in a second. */
const lookMilliseconds = 100;

/** @param onExceeded hears once of the limit for which all that the holder holds is ended */
export function keepWithin(limits: Limits, holder: ProcessHolder, onExceeded: (limit: Limit) => void): void {
  const before = os.freemem();
  const timer = setInterval(() => {
    if (!isRunning(holder)) {
      clearInterval(timer);
      return;
    }
    const limit = exceeded(limits, { tasks: tasksHeldBy(holder, limits.tasks), available: os.freemem() }, before);
    if (limit === null) return;
    clearInterval(timer);
    onExceeded(limit);
    void hasEndedWithAll(holder);
  }, lookMilliseconds);
}

/** Counted no further than past `most`: by what its own /proc lists, which is nothing of others. */
function tasksHeldBy({ pid }: ProcessHolder, most: number): number {
  const processes = `/proc/${pid}/root/proc`;
  const names = listed(processes).filter((name) => /^\d+$/.test(name));
  if (names.length > most) return names.length;
  let count = 0;
  for (const name of names) {
    count += threadsOf(`${processes}/${name}/stat`);
    if (count > most) break;
  }
  return count;
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It has ended, or may not be looked at: the kernel's own bound is left.
    return [];
  }
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function threadsOf(file: string): number {
  try {
    const stat = readFileSync(file, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[17] ?? 1);
  } catch {
    return 0;
  }
}
