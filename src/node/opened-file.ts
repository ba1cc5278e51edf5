// Reads a file so that what is judged is what was opened: a name can come to mean another file at any moment, an open
// file cannot.
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { mayTouch, namesDevice } from '../core/chat/attachments/path-names.ts';

/** Where something lies, once every link is followed. */
export interface Place {
  readonly realPath: string;
  /** Whether that is in one of the folders that were given, or is one of them. */
  readonly isWithin: boolean;
}

/** `noFile` also where it is a device, a pipe or a socket, and where it became another file while it was read. */
export type OpenedFile =
  | { readonly kind: 'file'; readonly place: Place; readonly bytes: Uint8Array }
  | { readonly kind: 'folder'; readonly place: Place }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'noFile' };

/**
 * Reads a file of at most `limit` bytes; a folder is only found. Never waits for the other end of a pipe.
 *
 * @param folders absolute paths.
 * Rejects as the file system does.
 */
export async function readOpened(file: string, limit: number, folders: readonly string[]): Promise<OpenedFile> {
  if (!mayTouch(file, folders, process.platform)) return { kind: 'noFile' };
  const named = await stat(file);
  if (named.isDirectory()) return { kind: 'folder', place: await placeOf(file, folders) };
  // Opening a device can already do something; whether it still is a file is asked again of what was opened.
  if (!named.isFile()) return { kind: 'noFile' };
  await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) return { kind: 'noFile' };
  const realPath = await realPathOf(handle, file);
  if (namesDevice(realPath, process.platform) || !isSame(await lstat(realPath, { bigint: true }), opened))
    return { kind: 'noFile' };
  if (opened.size > limit) return { kind: 'tooLarge' };
  const bytes = await readAll(handle, Number(opened.size));
  return bytes === null
    ? { kind: 'noFile' }
    : { kind: 'file', place: { realPath, isWithin: await isWithin(realPath, folders) }, bytes };
}

/** Where a path leads; of what is not there, where it would be. Never rejects. */
export async function placeOf(file: string, folders: readonly string[]): Promise<Place> {
  const realPath = mayTouch(file, folders, process.platform) ? await realPathOrNearest(path.resolve(file)) : file;
  return { realPath, isWithin: await isWithin(realPath, folders) };
}

async function realPathOrNearest(file: string): Promise<string> {
  const parent = path.dirname(file);
  return realpath(file).catch(async () =>
    parent === file ? file : path.join(await realPathOrNearest(parent), path.basename(file)),
  );
}

/**
 * Linux tells the name of what is open. Elsewhere it is found by the name that was given, and compared with what is
 * open.
 */
function realPathOf({ fd }: FileHandle, file: string): Promise<string> {
  return realpath(process.platform === 'linux' ? `/proc/self/fd/${fd}` : file);
}

/**
 * As many bytes as the file said that it has; null where it has others. Files in which a kernel tells of itself give no
 * true size, wherever they are mounted.
 */
async function readAll(handle: FileHandle, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(Math.max(size, 1));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length === size ? bytes.subarray(0, size) : null;
}

/**
 * Asks for the identity of every folder above, never for its spelling: whether two spellings are one folder is for the
 * file system to say, which may know letters of either case, several forms of one letter, or a second name for a
 * folder.
 */
async function isWithin(realPath: string, folders: readonly string[]): Promise<boolean> {
  const roots = await Promise.all(folders.map(identityOf));
  for (let at = realPath; ; at = path.dirname(at)) {
    const here = await identityOf(at);
    if (here !== null && roots.some((root) => root !== null && isSame(root, here))) return true;
    if (path.dirname(at) === at) return false;
  }
}

async function identityOf(file: string): Promise<BigIntStats | null> {
  return stat(file, { bigint: true }).catch(() => null);
}

/** A file system that numbers nothing tells no two files apart: nothing of it counts as the same. */
function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.ino !== 0n && one.ino === other.ino && one.dev === other.dev;
}
