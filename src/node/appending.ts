// Knows how a text is appended to a file on this machine; not what it says.
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Creates file and folder where they are missing. Rejects where the disk does, and may then have written a part. */
export async function appendToFile(file: string, text: string): Promise<void> {
  try {
    await appendFile(file, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(path.dirname(file), { recursive: true });
    await appendFile(file, text);
  }
}
