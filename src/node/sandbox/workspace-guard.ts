// What of the open folders a command in the sandbox must not change: found before it runs, so that walls stand around
// it, and looked for again behind it, since no wall keeps a new file of such a name out of a folder that can be
// written.
import { cp, lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Guarded, Hidden } from '../../core/chat/tools/sandbox/bubblewrap.ts';
import { guardOf, obeyedAtOnce } from '../../core/chat/tools/sandbox/guarded-names.ts';
import { isAtOrIn } from '../../core/chat/tools/sandbox/visible-folders.ts';
import { realPathOf } from '../real-path.ts';

/** Why no walls can be put around a folder. */
export type GuardFailure = 'tooLarge' | 'linked';

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
    const found = await findGuarded(roots, { entries: mostEntries, found: mostFound });
    if (found === null) return 'tooLarge';
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

  /** What is there now that was not, and is none of ours: taken out of the folders at once. Null where nothing is. */
  async takeAway(): Promise<TakenAway | null> {
    // Without bounds: a command must not fill a folder so that nobody looks through it.
    const now = (await findGuarded(this.#roots, { entries: Infinity, found: Infinity })) ?? [];
    const left = now.filter((one) => this.#known.get(one.path) !== one.identity && !this.#blocked.includes(one.path));
    if (left.length === 0) return null;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-left-'));
    const moved: { readonly from: string; readonly to: string }[] = [];
    for (const [index, { path: from }] of left.entries()) {
      const to = path.join(folder, String(index));
      await move(from, to);
      moved.push({ from, to });
    }
    return {
      names: moved.map(({ from }) => this.#nameOf(from)),
      folder,
      putBack: async () => {
        for (const { from, to } of moved) {
          await move(to, from);
          for (const { path: back, identity } of await look(from, false)) this.#known.set(back, identity);
        }
        await rmdir(folder);
      },
    };
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

/** Null where there is more to look at than `most`. What lies in a guarded folder is guarded with it. */
async function findGuarded(roots: readonly string[], most: Bounds): Promise<readonly Found[] | null> {
  const found: Found[] = [];
  let entries = 0;
  const open = roots.map((root) => ({ root, within: '' }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { root, within } = next;
    // What cannot be looked into cannot be written either.
    const names = await readdir(path.join(root, within), { withFileTypes: true }).catch(() => []);
    entries += names.length;
    if (entries > most.entries || found.length > most.found) return null;
    for (const entry of names) {
      const inRoot = within === '' ? entry.name : `${within}/${entry.name}`;
      const guard = guardOf(inRoot, entry.isDirectory() || entry.isSymbolicLink());
      if (guard !== 'free') for (const one of await look(path.join(root, inRoot), guard === 'hidden')) found.push(one);
      else if (entry.isDirectory()) open.push({ root, within: inRoot });
    }
  }
  return found;
}

/** Nothing where it is gone by now. */
async function look(file: string, isHidden: boolean): Promise<readonly Found[]> {
  const stats = await lstat(file, { bigint: true }).catch(() => null);
  if (stats === null) return [];
  const place = `${stats.dev}:${stats.ino}`;
  if (stats.isSymbolicLink())
    return [{ path: file, isHidden, kind: 'link', identity: `link ${await readlink(file).catch(() => '')}` }];
  if (stats.isDirectory()) return [{ path: file, isHidden, kind: 'folder', identity: place }];
  // A file that has other names can be written by them.
  const identity = stats.nlink > 1n ? `${place}:${stats.ctimeNs}` : place;
  return [{ path: file, isHidden, kind: 'file', identity }];
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
