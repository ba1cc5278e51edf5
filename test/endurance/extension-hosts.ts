// Knows the extension hosts below one VS Code server that this process started, through /proc; not what runs in them.
import { readdir, readFile } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** In ticks since the machine started. */
  readonly startedAt: number;
}

/** The extension host that started last; null where none is alive. */
export async function newestExtensionHost(serverPid: number): Promise<number | null> {
  const processes = await listed();
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => {
    for (let above = parents.get(pid); above !== undefined; above = parents.get(above)) if (above === serverPid) return true;
    return false;
  };
  const hosts: Process[] = [];
  for (const found of processes) if (isBelow(found.pid) && (await isExtensionHost(found.pid))) hosts.push(found);
  return hosts.sort((left, right) => right.startedAt - left.startedAt)[0]?.pid ?? null;
}

/** Bytes of memory that the process holds. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

async function listed(): Promise<Process[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map(async (name) => processOf(Number(name))));
  return found.filter((process) => process !== null);
}

async function processOf(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold spaces; behind it stand state, parent and, as the 22nd field of all, the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || fields[0] === 'Z' ? null : { pid, parent: Number(fields[1]), startedAt: Number(fields[19]) };
}

async function isExtensionHost(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')).includes('--type=extensionHost');
}
