// Texts that processes on one machine share in a folder: written whole or not at all, with a notice when they change.
import { randomUUID } from 'node:crypto';
import { type FSWatcher, readFileSync, watch } from 'node:fs';
import { readFile, rename, unlink } from 'node:fs/promises';
import { ensurePrivateFolder, writePrivately } from './private-files.ts';

/** The text of a file; null where there is none or it cannot be read. Never rejects. */
export async function readShared(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

/** The same while the caller waits: for a few bytes that must not be out of date. Never throws. */
export function readSharedNow(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Puts `content` in the place of the file's, so that no reader ever sees half of it. Rejects where the disk does not
 * let us.
 */
export async function writeShared(file: string, content: string | Uint8Array): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    await writePrivately(fresh, content);
    await rename(fresh, file);
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
}

/**
 * Calls `changed` with the name of a file in `folder` after it was written. Returns what ends the watch. Never throws.
 */
export async function watchShared(folder: string, changed: (name: string) => void): Promise<() => void> {
  try {
    await ensurePrivateFolder(folder);
    const watcher: FSWatcher = watch(folder, { persistent: false }, (_, name) => {
      if (name !== null) changed(name);
    });
    // A folder that vanishes, or a system without watches left, only means that news comes later.
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
