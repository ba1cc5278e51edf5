// How several processes on one machine agree that only one of them does something: a file that is created exclusively,
// whose holder writes into it for as long as it lives. No wall clock is read, so neither a clock that is set nor a date
// in a file holds anybody up.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ensurePrivateFolder } from '../private-files.ts';

/** Gives the lease back. Never rejects. */
export type GiveBack = () => Promise<void>;

/** How often a holder writes. */
const beatMilliseconds = 500;
/** A holder that has written nothing for this long, while somebody looked, is dead: killed, or the machine went off. */
const silenceMilliseconds = 3500;
/**
 * What lies between two looks counts as silence up to this: a machine that slept an hour has kept the holder from
 * writing for as long as it kept the others from looking.
 */
const longestGap = 2500;

/**
 * What is known of another holder's file: how it looked, when, and how long it has not changed. In milliseconds of
 * `elapsed`.
 */
interface Observation {
  readonly look: string;
  readonly at: number;
  readonly silence: number;
}

export class LeaseFile {
  readonly #file: string;
  readonly #longest: number;
  readonly #elapsed: () => number;
  readonly #observations = new Map<string, Observation>();

  /**
   * @param file an absolute path in a folder that all share; the folder is made when missing
   * @param longest milliseconds for which a holder may have it, even one that lives
   * @param elapsed milliseconds since any moment, by a clock that nobody can set
   */
  constructor(file: string, longest: number, elapsed: () => number = () => performance.now()) {
    this.#file = file;
    this.#longest = longest;
    this.#elapsed = elapsed;
  }

  /**
   * Takes the lease; null where another holder has it, or where nobody can say yet whether that one lives. Ask again
   * every two seconds at least, and a dead holder is found out within five. Where the disk does not let us, nobody can
   * agree on anything, and everybody is given the lease. Never rejects.
   */
  async take(): Promise<GiveBack | null> {
    const id = randomUUID();
    try {
      await ensurePrivateFolder(path.dirname(this.#file));
      const handle = await this.#taken(this.#file, id);
      if (handle === null) return null;
      this.#observations.clear();
      const stop = keepAlive(handle, id, this.#longest);
      return async () => {
        await stop();
        await this.#remove(this.#file, (text) => text.startsWith(id)).catch(() => undefined);
      };
    } catch {
      return () => Promise.resolve();
    }
  }

  /** Creates `file`, in the place of a dead holder's where there is one. Null where it is somebody else's. */
  async #taken(file: string, id: string): Promise<FileHandle | null> {
    const handle = await created(file, id);
    if (handle !== null) return handle;
    const seen = await lookAt(file);
    if (seen === null || !this.#isDead(file, seen.look)) return null;
    const isRemoved = await this.#remove(file, (_, look) => look === seen.look);
    return isRemoved ? created(file, id) : null;
  }

  /**
   * Removes `file` if it is the one that `isIt` knows. Between looking and removing, nobody else may put another in its
   * place: who wants to remove a holder's file must first have created a file named by that holder, which two cannot
   * do. One that is killed in between leaves that file behind, which is then a dead holder's like any other.
   */
  async #remove(file: string, isIt: (text: string, look: string) => boolean): Promise<boolean> {
    const before = await lookAt(file);
    if (before === null || !isIt(before.text, before.look)) return false;
    const right = `${file}.${/^[\da-f-]{36}/.exec(before.text)?.[0] ?? 'unnamed'}`;
    const handle = await this.#taken(right, randomUUID());
    if (handle === null) return false;
    try {
      const now = await lookAt(file);
      if (now === null || !isIt(now.text, now.look)) return false;
      await removed(file);
      return true;
    } finally {
      await handle.close();
      await removed(right);
    }
  }

  #isDead(file: string, look: string): boolean {
    const at = this.#elapsed();
    const before = this.#observations.get(file);
    const silence = before?.look === look ? before.silence + Math.min(at - before.at, longestGap) : 0;
    this.#observations.set(file, { look, at, silence });
    return silence >= silenceMilliseconds;
  }
}

/** Null where the file is there already; rejects for anything else that is wrong. */
async function created(file: string, id: string): Promise<FileHandle | null> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  });
  // Where nothing can be written into it, it is a dead holder's file soon.
  await handle?.write(lifeSign(id, 0), 0).catch(() => undefined);
  return handle;
}

/** Of one length, so that each takes the place of the one before. */
function lifeSign(id: string, beat: number): string {
  return `${id} ${String(beat).padStart(6, '0')}\n`;
}

/**
 * Writes a sign of life again and again, through the handle: a file that was taken over meanwhile is another, and is
 * not touched. Returns what ends that.
 */
function keepAlive(handle: FileHandle, id: string, longest: number): () => Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  let beat = 0;
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await writing;
    await handle.close().catch(() => undefined);
  };
  const timer = setInterval(() => {
    beat += 1;
    writing = writing.then(() => handle.write(lifeSign(id, beat), 0)).catch(() => undefined);
    if (beat * beatMilliseconds >= longest) void end();
  }, beatMilliseconds).unref();
  return end;
}

/** Everything by which one file differs from another of the same name, and from itself after it was written to. */
async function lookAt(file: string): Promise<{ text: string; look: string } | null> {
  try {
    const text = await readFile(file, 'utf8');
    const { ino, mtimeMs } = await stat(file);
    return { text, look: [ino, mtimeMs, text].join(' ') };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function removed(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
