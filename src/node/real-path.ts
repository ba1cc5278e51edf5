// Where a path leads once links are followed, also one that nothing lies at yet.
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** The path with the links of all that exists of it followed. */
export async function realPathOf(file: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    try {
      return path.join(await realpath(at), ...missing);
    } catch {
      if (path.dirname(at) === at) return path.resolve(file);
      missing.unshift(path.basename(at));
    }
  }
}

/** Whether a file lies in a folder, wherever links lead. */
export async function liesIn(file: string, folder: string): Promise<boolean> {
  const between = path.relative(await realPathOf(folder), await realPathOf(file));
  return between !== '' && isDownwards(between);
}

/** Whether each of the files lies in one of the folders or is one, wherever links lead. */
export async function allLieIn(files: readonly string[], folders: readonly string[]): Promise<boolean> {
  const roots = await Promise.all(folders.map(realPathOf));
  const isWithin = async (file: string): Promise<boolean> => {
    const real = await realPathOf(file);
    return roots.some((root) => isDownwards(path.relative(root, real)));
  };
  return (await Promise.all(files.map(isWithin))).every(Boolean);
}

/** Whether a path from a folder stays in it. */
export function isDownwards(relative: string): boolean {
  return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}
