// Ends the child processes and removes the temporary folders of this process with it, however it ends.
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';

const processes = new Set<ChildProcess>();
const folders = new Set<string>();
let armed = false;

/** A process group of its own, so that grandchildren (extension hosts, terminals) can be ended with the child. */
export const OWN_GROUP = { detached: process.platform !== 'win32' } as const;

/** Ends `child` with this process. Spawn it with `OWN_GROUP`. */
export function ownProcess(child: ChildProcess): void {
  endEverythingAtExit();
  processes.add(child);
  child.once('exit', () => processes.delete(child));
}

/** Asks `child` and its own children to end, and insists after `graceMs` milliseconds. Resolves once it has ended. */
export async function stopProcess(child: ChildProcess, graceMs = 3000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(insist);
}

/**
 * Creates a temporary folder that is removed with this process. Its path is kept short, because VS Code puts sockets
 * below it and the kernel allows a socket's path about a hundred bytes.
 */
export async function createTemporaryFolder(): Promise<string> {
  endEverythingAtExit();
  const base = os.tmpdir().length > 40 && process.platform !== 'win32' ? '/tmp' : os.tmpdir();
  const folder = await mkdtemp(path.join(base, 'tm-'));
  folders.add(folder);
  return folder;
}

export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(folder);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (OWN_GROUP.detached) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The group has ended between the look and the signal, which is what was asked for.
  }
}

function endEverythingAtExit(): void {
  if (armed) return;
  armed = true;
  process.once('exit', () => {
    for (const child of processes) signalGroup(child, 'SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // Without a listener a signal ends Node.js without its `exit` event, and the children would live on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]));
  }
}
