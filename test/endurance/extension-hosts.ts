// The extension hosts below one VS Code server that this process started, through /proc.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';

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
    for (let above = parents.get(pid); above !== undefined; above = parents.get(above))
      if (above === serverPid) return true;
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

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const answerSchema = z.object({
  id: z.number(),
  result: z.object({ result: z.optional(z.object({ value: z.unknown() })) }),
});

/**
 * Bytes of JavaScript's heap that the process needs: what is left after its garbage was collected. Opens its inspector.
 */
export async function neededHeapBytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorOf());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer.')), { once: true });
  });
  const ask = async (id: number, method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    const answered = new Promise<unknown>((resolve) => {
      socket.addEventListener('message', function listen({ data }) {
        const answer = answerSchema.safeParse(JSON.parse(String(data)));
        if (!answer.success || answer.data.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(answer.data.result.result?.value);
      });
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answered;
  };
  try {
    const value = async (id: number, expression: string): Promise<number> =>
      Number(await ask(id, 'Runtime.evaluate', { expression }));
    if ((await value(1, 'process.pid')) !== pid) throw new Error('Another process has the inspector.');
    for (const id of [2, 3]) await ask(id, 'HeapProfiler.collectGarbage');
    return await value(4, 'process.memoryUsage().heapUsed');
  } finally {
    socket.close();
  }
}

/** A process that was asked for its inspector opens it on Node.js's own port. */
async function inspectorOf(): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const response = await fetch('http://127.0.0.1:9229/json/list').catch(() => null);
    const target = response === null ? undefined : targetsSchema.parse(await response.json())[0];
    if (target !== undefined) return target.webSocketDebuggerUrl;
    await pause(100);
  }
  throw new Error('The process opened no inspector.');
}
