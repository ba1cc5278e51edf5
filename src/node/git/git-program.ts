// Where git is on this machine, and which variables it may see when it is asked about somebody else's repository.
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { placeOf } from '../opened-file.ts';

export interface GitProgram {
  /** Absolute, with every link followed. */
  readonly file: string;
  readonly environment: NodeJS.ProcessEnv;
}

const gitName = process.platform === 'win32' ? 'git.exe' : 'git';

/**
 * Finds git on the search path; null where there is none. What lies in one of `folders`, or is reached through them, is
 * not taken for it, nor is anything that the search path names relative to wherever a program happens to run.
 */
export async function findGit(folders: readonly string[], environment: NodeJS.ProcessEnv): Promise<GitProgram | null> {
  const named = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const isForeign = await Promise.all(
    named.map(async (folder) => !isNamedIn(folder, folders) && !(await placeOf(folder, folders)).isWithin),
  );
  const searched = named.filter((_, index) => isForeign[index] === true);
  for (const folder of searched) {
    const file = await programAt(path.join(folder, gitName));
    if (file !== null && !(await placeOf(file, folders)).isWithin)
      return { file, environment: safeEnvironment(environment, searched) };
  }
  return null;
}

/**
 * A folder of the workspace may hold a link that leads out of it: what a search finds there is still the workspace's
 * choice.
 */
function isNamedIn(folder: string, folders: readonly string[]): boolean {
  return folders.some((root) => {
    const way = path.relative(root, folder);
    return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  });
}

async function programAt(candidate: string): Promise<string | null> {
  try {
    const file = await realpath(candidate);
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

/**
 * Without the variables that point git at a repository or a configuration of their own, and without everything by which
 * it would fetch what a repository lacks, since a repository can name the program that fetches.
 */
function safeEnvironment(environment: NodeJS.ProcessEnv, searched: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !/^(?:GIT_.*|PATH)$/i.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: searched.join(path.delimiter),
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
}
