// The process that holds all that a program starts, the first of a namespace of processes of its own: once it has ended
// nothing of it runs any more. @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessHolder {
  readonly pid: number;
  /** Since the machine was started, in ticks: another process of the same number began at another time. */
  readonly begun: string;
}

const pollMilliseconds = 20;
const patienceMilliseconds = 30_000;
/** bubblewrap writes some hundred characters of JSON. */
const longestName = 4096;
const pidPattern = /"child-pid"\s*:\s*(\d+)/;

/** Null where none is named: nothing was started then. Never rejects. */
export async function holderNamedAt(stream: Readable | Writable | null | undefined): Promise<ProcessHolder | null> {
  if (stream === null || stream === undefined || !('read' in stream)) return null;
  let text = '';
  try {
    for await (const bytes of stream) {
      text += String(bytes);
      if (text.includes('}') || text.length > longestName) break;
    }
  } catch {
    // What was read counts.
  }
  const pid = Number(pidPattern.exec(text)?.[1] ?? Number.NaN);
  const begun = Number.isSafeInteger(pid) ? beginOf(pid) : null;
  return begun === null ? null : { pid, begun };
}

export function isRunning({ pid, begun }: ProcessHolder): boolean {
  return beginOf(pid) === begun;
}

/** Ends it. False where it does not end in half a minute. Never rejects. */
export async function hasEndedWithAll(holder: ProcessHolder | null): Promise<boolean> {
  if (holder === null) return true;
  for (let waited = 0; waited < patienceMilliseconds; waited += pollMilliseconds) {
    if (!isRunning(holder)) return true;
    try {
      process.kill(holder.pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
    await delay(pollMilliseconds);
  }
  return false;
}

/**
 * Null where there is no such process, or one that has ended and waits to be buried.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function beginOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = 'X'] = fields;
    return state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
