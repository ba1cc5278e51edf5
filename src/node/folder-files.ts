// Knows which files lie in a folder on this machine; not what is in them.
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
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name));
      return { name, size, changedAt: mtimeMs };
    }),
  );
}
