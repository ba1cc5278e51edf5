// Writes what belongs to one person: files that nobody else may read, in folders that nobody else may open.
import { appendFileSync, mkdirSync } from 'node:fs';
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const fileMode = 0o600;
const folderMode = 0o700;

/** Folders that this process has made private, or found so. */
const known = new Set<string>();

/**
 * Creates the folder where it is missing, and closes one that an earlier version left open. Rejects where the disk
 * does.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: folderMode });
  if (known.has(folder)) return;
  // Not every file system has modes; what it does not hold cannot be closed.
  await chmod(folder, folderMode).catch(() => undefined);
  known.add(folder);
}

/** Creates file and folder where they are missing. Rejects where the disk does, and may then have written a part. */
export async function appendPrivately(file: string, text: string): Promise<void> {
  await ensurePrivateFolder(path.dirname(file));
  await appendFile(file, text, { mode: fileMode });
}

/** The same while the caller waits: for a line that must be there at once. Throws where the disk does. */
export function appendPrivatelyNow(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: folderMode });
  appendFileSync(file, text, { mode: fileMode });
}

/** Creates file and folder where they are missing. Rejects where the disk does, and may then have written a part. */
export async function writePrivately(file: string, content: string | Uint8Array): Promise<void> {
  await ensurePrivateFolder(path.dirname(file));
  await writeFile(file, content, { mode: fileMode });
}
