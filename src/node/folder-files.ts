import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StoredFile } from '../core/ports.ts';

/** Empty where the folder does not exist yet. Rejects where it cannot be read. */
export async function filesIn(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const found = await Promise.all(names.map((name) => storedFile(folder, name)));
  return found.filter((file) => file !== null);
}

/**
 * Null where another window has taken it away meanwhile, or it cannot be looked at: the others are listed all the same.
 */
async function storedFile(folder: string, name: string): Promise<StoredFile | null> {
  return stat(path.join(folder, name)).then(
    ({ size, mtimeMs }) => ({ name, size, changedAt: mtimeMs }),
    () => null,
  );
}
