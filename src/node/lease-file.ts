// Knows how the windows of one person do something one at a time, by a file that only one of them can create; not what
// they do. Where the file system fails, the action runs all the same: a lease must never keep anybody from signing in.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { type Clock, type Lease, systemClock } from '../core/ports.ts';

const leaseSchema = z.object({ holder: z.string(), expiresAt: z.number() });

/** A holder that has not come to an end by then is taken to be dead. */
const leaseMilliseconds = 60_000;
const retryMilliseconds = 100;

/** @param file an absolute path in a folder that all windows share; the folder is made when missing */
export function createFileLease(file: string, clock: Clock = systemClock): Lease {
  return {
    async run(action) {
      const holder = randomUUID();
      const release = await acquire(file, holder, clock);
      try {
        return await action();
      } finally {
        await release();
      }
    },
  };
}

async function acquire(file: string, holder: string, clock: Clock): Promise<() => Promise<void>> {
  const patienceEnds = clock.now() + 2 * leaseMilliseconds;
  while (clock.now() < patienceEnds) {
    switch (await create(file, { holder, expiresAt: clock.now() + leaseMilliseconds })) {
      case 'created':
        return () => release(file, holder);
      case 'impossible':
        return () => Promise.resolve();
      case 'taken':
        if (await isExpired(file, clock)) await setAside(file, holder, clock);
        else await new Promise<void>((resolve) => clock.after(retryMilliseconds, resolve));
    }
  }
  return () => Promise.resolve();
}

async function create(file: string, lease: z.infer<typeof leaseSchema>): Promise<'created' | 'taken' | 'impossible'> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
  } catch {
    return 'impossible';
  }
  try {
    await writeFile(file, JSON.stringify(lease), { flag: 'wx' });
    return 'created';
  } catch (error) {
    return isTaken(error) ? 'taken' : 'impossible';
  }
}

/** Whether the file was there already. Windows says EPERM while another process is removing it. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'EPERM');
}

/** A file that cannot be read is being written at this moment, or was left behind half written: its age tells which. */
async function isExpired(file: string, clock: Clock): Promise<boolean> {
  const lease = await readLease(file);
  if (lease !== null) return clock.now() >= lease.expiresAt;
  const written = await stat(file).catch(() => null);
  return written !== null && clock.now() >= written.mtimeMs + leaseMilliseconds;
}

async function readLease(file: string): Promise<z.infer<typeof leaseSchema> | null> {
  try {
    const parsed = leaseSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Moves a dead holder's file away; of several windows that see it, one succeeds. Where a new holder was faster, its file
 * is what was moved, and it is put back.
 */
async function setAside(file: string, holder: string, clock: Clock): Promise<void> {
  const aside = `${file}.${holder}`;
  try {
    await rename(file, aside);
    const lease = await readLease(aside);
    if (lease !== null && clock.now() < lease.expiresAt) await rename(aside, file);
    else await rm(aside, { force: true });
  } catch {
    // Another window has moved it.
  }
}

async function release(file: string, holder: string): Promise<void> {
  const lease = await readLease(file);
  if (lease?.holder === holder) await rm(file, { force: true }).catch(() => undefined);
}
