import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const projectFolder = path.resolve(import.meta.dirname, '../../..');

/** Every file in a folder of the project as text, by its path relative to the project with forward slashes. */
export function readFolder(folder: string): Map<string, string> {
  const entries = readdirSync(path.join(projectFolder, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files
      .sort()
      .map((file) => [path.relative(projectFolder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]),
  );
}
