// Knows how several processes on one machine agree that only one of them does something: a file that is created
// exclusively and expires. It does not know what is done.
import { randomUUID } from 'node:crypto';
import { open, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrivateFolder } from './private-files.ts';

/** Gives the lease back. Never rejects. */
export type GiveBack = () => Promise<void>;

/**
 * Takes the lease that `file` stands for; null where another holder has it. A holder that died is waited for at most
 * `milliseconds`, the time for which every holder takes it. Where the disk does not let us, nobody can agree on anything,
 * and everybody is given the lease. Never rejects.
 */
export async function takeLease(file: string, milliseconds: number, now: () => number): Promise<GiveBack | null> {
  const content = `${String(now() + milliseconds)} ${randomUUID()}`;
  try {
    await ensurePrivateFolder(path.dirname(file));
    const isTaken = (await created(file, content)) || (await takenOver(file, content, milliseconds, now()));
    return isTaken ? () => giveBack(file, content) : null;
  } catch {
    return () => Promise.resolve();
  }
}

/** False where the file is there already; rejects for anything else that is wrong. */
async function created(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A guard this old belongs to a process that died while it took over. */
const guardMilliseconds = 10_000;

/**
 * Puts `content` in the place of an expired lease. Two processes that find it expired must not each remove the other's fresh
 * one, so only the holder of a guard, created as exclusively, may remove anything.
 */
async function takenOver(file: string, content: string, milliseconds: number, now: number): Promise<boolean> {
  const guard = `${file}.guard`;
  if (!(await created(guard, ''))) {
    if ((await changedAt(guard)) + guardMilliseconds < Date.now()) await removed(guard);
    return false;
  }
  try {
    if ((await expiryOf(file, milliseconds)) > now) return false;
    await removed(file);
    return await created(file, content);
  } finally {
    await removed(guard);
  }
}

/** A holder may stand between creating its file and writing into it: then the file's own time counts. */
async function expiryOf(file: string, milliseconds: number): Promise<number> {
  const found = await readFile(file, 'utf8').catch(() => null);
  if (found === null) return 0;
  // Half a line, or somebody else's, tells nothing either.
  const expiry = found === '' ? NaN : Number(found.split(' ')[0]);
  return Number.isFinite(expiry) ? expiry : (await changedAt(file)) + milliseconds;
}

async function changedAt(file: string): Promise<number> {
  return stat(file).then(({ mtimeMs }) => mtimeMs, () => Infinity);
}

async function removed(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

/** Only the own lease is removed: an expired one may be somebody else's by now. */
async function giveBack(file: string, content: string): Promise<void> {
  try {
    if ((await readFile(file, 'utf8')) === content) await unlink(file);
  } catch {
    // A lease that is gone needs no giving back, and one that cannot be removed expires.
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
