// A file that a person has chosen for other programs to read: written whole or not at all, closed to other people, and
// never in the place of something else.
import { randomUUID } from 'node:crypto';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { liesIn } from './real-path.ts';

export interface PublishedFile {
  /** As the person wrote it. */
  readonly file: string;
  /** Folders in which nothing is published. */
  readonly closedFolders: readonly string[];
  /** Whether a file of this text may be written over. */
  readonly isOurs: (text: string) => boolean;
  /** Whether the contents say more than what is there. */
  readonly isNews: (contents: string, there: string) => boolean;
  /** Milliseconds between two versions, whoever writes them. */
  readonly pause: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type Publication =
  | { readonly kind: 'written' | 'unchanged' }
  /** Another version is not that long ago. `wait` is in milliseconds. */
  | { readonly kind: 'tooSoon'; readonly wait: number }
  | { readonly kind: 'refused'; readonly reason: PublicationRefusal };

export type PublicationRefusal =
  | 'notAbsolute'
  | 'inWorkspace'
  /** Something lies there that is not ours. */
  | 'foreign'
  | 'noFolder'
  | 'notWritable';

/** Bytes. None of ours is as large. */
const largest = 256 * 1024;

/** Never rejects. */
export async function publish(contents: string, to: PublishedFile): Promise<Publication> {
  const { file, closedFolders, isNews, pause, now } = to;
  if (!path.isAbsolute(file)) return refused('notAbsolute');
  for (const folder of closedFolders) if (await liesIn(file, folder)) return refused('inWorkspace');
  const there = await contentsOf(to);
  if (there === 'foreign') return refused('foreign');
  if (there !== null) {
    if (!isNews(contents, there.text)) return { kind: 'unchanged' };
    const age = now() - there.changedAt;
    // One from the future was written before the clock was set back.
    if (age >= 0 && age < pause) return { kind: 'tooSoon', wait: pause - age };
  }
  return replace(file, contents);
}

/** Removes the file where it is ours. Rejects where the disk does not let us. */
export async function unpublish(at: Pick<PublishedFile, 'file' | 'isOurs'>): Promise<void> {
  if (!path.isAbsolute(at.file)) return;
  const there = await contentsOf(at);
  if (there === null || there === 'foreign') return;
  // Another window may just have done it.
  await rm(at.file, { force: true });
}

/** Null where nothing is. A link is not followed: what it leads to is nobody's choice. */
async function contentsOf({
  file,
  isOurs,
}: Pick<PublishedFile, 'file' | 'isOurs'>): Promise<
  { readonly text: string; readonly changedAt: number } | 'foreign' | null
> {
  try {
    const found = await lstat(file);
    if (!found.isFile() || found.size > largest) return 'foreign';
    const text = await readFile(file, 'utf8');
    return isOurs(text) ? { text, changedAt: found.mtimeMs } : 'foreign';
  } catch (error) {
    return isMissing(error) ? null : 'foreign';
  }
}

async function replace(file: string, contents: string): Promise<Publication> {
  const fresh = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.tmp`);
  try {
    await writeFile(fresh, contents, { mode: 0o600, flag: 'wx' });
    await rename(fresh, file);
    return { kind: 'written' };
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    return refused(isMissing(error) ? 'noFolder' : 'notWritable');
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function refused(reason: PublicationRefusal): Publication {
  return { kind: 'refused', reason };
}
