// What of the open folders a command in the sandbox must not change: found before it runs, so that walls stand around
// it, and looked for again behind it, since no wall keeps a new file of such a name out of a folder that can be
// written.
import type { Dirent } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, rmdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Guarded, Hidden } from '../../core/chat/tools/sandbox/bubblewrap.ts';
import { guardOf, obeyedAtOnce } from '../../core/chat/tools/sandbox/guarded-names.ts';
import { isAtOrIn } from '../../core/chat/tools/sandbox/visible-folders.ts';
import { realPathOf } from '../real-path.ts';

/** Why no walls can be put around a folder. */
export type GuardFailure = 'tooLarge' | 'linked' | 'unreadable';

/** What was found behind a command. */
export interface Look {
  /** Null where it left nothing. */
  readonly left: TakenAway | null;
  /** What could not be looked into or taken out, by name: nobody knows what lies there. */
  readonly unknown: readonly string[];
}

interface Found {
  readonly path: string;
  readonly isHidden: boolean;
  readonly kind: 'file' | 'folder' | 'link';
  /** Another one where another file lies there, or where its content came by another name. */
  readonly identity: string;
}

/** So much can be looked through and walled in before each command. */
const mostEntries = 300_000;
const mostFound = 3000;

/** What a command has left, by its old place; it lies in a folder of its own by now. */
export interface TakenAway {
  readonly names: readonly string[];
  readonly folder: string;
  putBack(): Promise<void>;
}

export class WorkspaceGuard {
  readonly #roots: readonly string[];
  /** By path, what is meant to be there. */
  readonly #known: Map<string, string>;
  readonly #blocked: readonly string[];
  readonly guarded: Guarded;

  private constructor(
    roots: readonly string[],
    known: Map<string, string>,
    guarded: Guarded,
    blocked: readonly string[],
  ) {
    this.#roots = roots;
    this.#known = known;
    this.guarded = guarded;
    this.#blocked = blocked;
  }

  /** @param roots real paths, none within another */
  static async around(roots: readonly string[]): Promise<WorkspaceGuard | GuardFailure> {
    const { found, unread, isWhole } = await findGuarded(roots, { entries: mostEntries, found: mostFound }, null);
    if (!isWhole) return 'tooLarge';
    if (unread.length > 0) return 'unreadable';
    const obeyed = roots.flatMap((root) => obeyedAtOnce.map((name) => path.join(root, name)));
    const kinds = new Map(found.map((one) => [one.path, one.kind]));
    // A link has no wall: what it leads to may be changed for another.
    if (obeyed.some((place) => kinds.get(place) === 'link')) return 'linked';
    const blocked = obeyed.filter((place) => !kinds.has(place));
    for (const place of blocked) await mkdir(place);
    const guarded = await wallsFor(roots, found);
    const known = new Map(found.map((one) => [one.path, one.identity]));
    return new WorkspaceGuard(roots, known, { ...guarded, readOnly: [...guarded.readOnly, ...blocked] }, blocked);
  }

  /** What is there now that was not, and is none of ours: taken out of the folders. No command may run meanwhile. */
  async takeAway(): Promise<Look> {
    // Without bounds: a command must not fill a folder so that nobody looks through it.
    const bounds = { entries: Number.POSITIVE_INFINITY, found: Number.POSITIVE_INFINITY };
    const { found, unread } = await findGuarded(this.#roots, bounds, openFolder);
    const left = found.filter((one) => this.#known.get(one.path) !== one.identity && !this.#blocked.includes(one.path));
    const unknown = unread.map((place) => this.#nameOf(place));
    if (left.length === 0) return { left: null, unknown };
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-left-'));
    const moved: Moved[] = [];
    for (const [index, { path: from }] of left.entries()) {
      const to = path.join(folder, String(index));
      if (await isMoved(from, to)) moved.push({ from, to });
      else unknown.push(this.#nameOf(from));
    }
    const names = moved.map(({ from }) => this.#nameOf(from));
    return { left: { names, folder, putBack: () => this.#putBack(moved, folder) }, unknown };
  }

  /** What was put where it lay meanwhile stays, and so does what would come to lie elsewhere by a link. */
  async #putBack(moved: readonly Moved[], folder: string): Promise<void> {
    for (const { from, to } of moved) {
      const parent = path.dirname(from);
      const isFree = (await lstat(from).catch(() => null)) === null && (await realPathOf(parent)) === parent;
      if (!isFree) continue;
      await move(to, from);
      for (const { path: back, identity } of await look(from, false)) this.#known.set(back, identity);
    }
    // What could not be put back is still in it.
    await rmdir(folder).catch(() => undefined);
  }

  /** Without this the folders that were made to keep others out stay. */
  async end(): Promise<void> {
    // One that is not empty is somebody's by now.
    await Promise.allSettled(this.#blocked.map((place) => rmdir(place)));
  }

  #nameOf(file: string): string {
    const root = this.#roots.find((one) => isAtOrIn(file, one)) ?? '/';
    return path.relative(root, file);
  }
}

async function wallsFor(roots: readonly string[], found: readonly Found[]): Promise<Guarded> {
  const readOnly: string[] = [];
  const hidden: Hidden[] = [];
  for (const { path: place, isHidden, kind } of found) {
    const target = kind === 'link' ? await realPathOf(place) : place;
    if (!roots.some((root) => isAtOrIn(target, root) && target !== root)) continue;
    const stats = await lstat(target).catch(() => null);
    if (stats === null) continue;
    if (isHidden) hidden.push({ path: target, isFolder: stats.isDirectory() });
    else readOnly.push(target);
  }
  return { readOnly: [...new Set(readOnly)].sort(), hidden };
}

interface Bounds {
  readonly entries: number;
  readonly found: number;
}

interface Walk {
  readonly found: readonly Found[];
  /** What is the person's own and cannot be looked into; what is another's cannot be written by a command either. */
  readonly unread: readonly string[];
  /** False where there was more to look at than the bounds. */
  readonly isWhole: boolean;
}

/**
 * What lies in a guarded folder is guarded with it.
 *
 * @param open makes a folder readable that is not; null where nothing may be changed
 */
async function findGuarded(
  roots: readonly string[],
  most: Bounds,
  open: ((folder: string) => Promise<void>) | null,
): Promise<Walk> {
  const found: Found[] = [];
  const unread: string[] = [];
  let entries = 0;
  const folders = roots.map((root) => ({ root, within: '' }));
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { root, within } = next;
    const folder = path.join(root, within);
    const names = await entriesOf(folder, open);
    if (names === null) {
      unread.push(folder);
      continue;
    }
    entries += names.length;
    if (entries > most.entries || found.length > most.found) return { found, unread, isWhole: false };
    if (within !== '' && isRepository(names)) {
      found.push(...(await look(folder, false)));
      continue;
    }
    for (const entry of names) {
      const inRoot = within === '' ? entry.name : `${within}/${entry.name}`;
      const guard = guardOf(inRoot, entry.isDirectory() || entry.isSymbolicLink());
      if (guard !== 'free') found.push(...(await look(path.join(root, inRoot), guard === 'hidden')));
      else if (entry.isDirectory()) folders.push({ root, within: inRoot });
    }
  }
  return { found, unread, isWhole: true };
}

/** Null where it cannot be read, or holds a folder whose name no path of ours can say. */
async function entriesOf(
  folder: string,
  open: ((folder: string) => Promise<void>) | null,
): Promise<readonly Dirent[] | null> {
  for (const isLast of open === null ? [true] : [false, true]) {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.some((entry) => entry.isDirectory() && entry.name.includes('\ufffd')) ? null : entries;
    } catch {
      const stats = await lstat(folder).catch(() => null);
      if (stats === null || stats.uid !== process.getuid?.()) return [];
      if (isLast) return null;
      await open?.(folder).catch(() => undefined);
    }
  }
  return null;
}

async function openFolder(folder: string): Promise<void> {
  await chmod(folder, 0o700);
}

/** What git takes for a repository, whatever its name is. */
function isRepository(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
}

/** Nothing where it is gone by now. */
async function look(file: string, isHidden: boolean): Promise<readonly Found[]> {
  const stats = await lstat(file, { bigint: true }).catch(() => null);
  if (stats === null) return [];
  const place = `${stats.dev}:${stats.ino}`;
  if (stats.isSymbolicLink()) {
    const target = await stat(file, { bigint: true }).catch(() => null);
    const leadsTo = target === null ? 'nothing' : `${target.dev}:${target.ino}`;
    const identity = `link ${await readlink(file).catch(() => '')} to ${leadsTo}`;
    return [{ path: file, isHidden, kind: 'link', identity }];
  }
  if (stats.isDirectory()) return [{ path: file, isHidden, kind: 'folder', identity: place }];
  // A file that has other names can be written by them.
  const identity = stats.nlink > 1n ? `${place}:${stats.ctimeNs}` : place;
  return [{ path: file, isHidden, kind: 'file', identity }];
}

interface Moved {
  readonly from: string;
  readonly to: string;
}

/** What lies in a folder that cannot be written is moved too. */
async function isMoved(from: string, to: string): Promise<boolean> {
  try {
    await move(from, to);
    return true;
  } catch {
    try {
      await openFolder(path.dirname(from));
      if ((await lstat(from)).isDirectory()) await openFolder(from);
      await move(from, to);
      return true;
    } catch {
      return false;
    }
  }
}

/** Also onto another disk; links stay what they are. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await cp(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false });
    await rm(from, { recursive: true });
  }
}
