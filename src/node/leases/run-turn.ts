// Lets the runs of all windows work in a folder one at a time, and tells the one that waits which other works there. A
// folder and one within it are not worked in together either, by whichever name or link they are open.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { RunHolder } from '../../core/chat/tools/runs/run-folders.ts';
import { type Clock, systemClock } from '../../core/ports.ts';
import { parseJson } from '../../core/service/json.ts';
import { nameSchema, titleSchema } from '../../core/service/stored-fields.ts';
import { writePrivately } from '../private-files.ts';
import { realPathOf } from '../real-path.ts';
import { type GiveBack, LeaseFile } from './lease-file.ts';

/** No run is as long; it ends the turn of a window that hangs. */
const longestMilliseconds = 24 * 60 * 60_000;
const retryMilliseconds = 500;
/** Looking at the other runs takes a few milliseconds, and one window at a time does it. */
const longestLook = 60_000;
const lookAgainMilliseconds = 50;

const noteSchema = z.object({
  holder: z.object({ window: titleSchema, windowName: titleSchema, conversation: titleSchema }),
  places: z.array(nameSchema).check(z.maxLength(1000)),
});
type RunNote = z.infer<typeof noteSchema>;

/**
 * Takes the turn in every one of the folders; null once `signal` is aborted. Never rejects: where the disk does not let
 * windows agree, each has its turn.
 *
 * @param storage a folder that all windows share
 * @param folders absolute paths, or addresses of folders that are on no disk of this machine
 * @param onWait is told who has the turn, again where that changes
 */
export async function takeRunTurn(
  storage: string,
  folders: readonly string[],
  holder: RunHolder,
  signal: AbortSignal,
  onWait: (other: RunHolder) => void,
  clock: Clock = systemClock,
): Promise<GiveBack | null> {
  const note: RunNote = { holder, places: await Promise.all(folders.map(placeOf)) };
  const others = new OtherRuns(storage, clock);
  const look = new LeaseFile(path.join(storage, 'look.lease'), longestLook, () => clock.monotonic());
  let told = '';
  while (!signal.aborted) {
    const endLook = await look.take();
    if (endLook === null) {
      await pause(lookAgainMilliseconds, signal, clock);
      continue;
    }
    let other: RunHolder | null;
    try {
      other = await others.firstIn(note.places);
      if (other === null) return await begun(storage, note);
    } finally {
      await endLook();
    }
    const words = JSON.stringify(other);
    if (words !== told) onWait(other);
    told = words;
    await pause(retryMilliseconds, signal, clock);
  }
  return null;
}

/** What others see of a run is there before anybody else looks, and is removed behind its lease. */
async function begun(storage: string, note: RunNote): Promise<GiveBack> {
  const file = path.join(storage, randomUUID());
  const giveBack = await new LeaseFile(`${file}.lease`, longestMilliseconds).take();
  await writePrivately(`${file}.json`, JSON.stringify(note)).catch(() => undefined);
  return async () => {
    await giveBack?.();
    await unlink(`${file}.json`).catch(() => undefined);
  };
}

class OtherRuns {
  readonly #storage: string;
  readonly #clock: Clock;
  /** Kept from look to look: only so does it show whether a holder lives. */
  readonly #leases = new Map<string, LeaseFile>();

  constructor(storage: string, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Whose run works in one of the places, around it or within it; what the dead left there is removed. */
  async firstIn(places: readonly string[]): Promise<RunHolder | null> {
    const names = await readdir(this.#storage).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
      const file = path.join(this.#storage, name);
      const note = await noteIn(file);
      if (!note?.places.some((theirs) => places.some((ours) => meet(ours, theirs)))) continue;
      const giveBack = await this.#leaseOf(file.replace(/json$/, 'lease')).take();
      if (giveBack === null) return note.holder;
      await unlink(file).catch(() => undefined);
      await giveBack();
    }
    return null;
  }

  #leaseOf(file: string): LeaseFile {
    const lease = this.#leases.get(file) ?? new LeaseFile(file, longestMilliseconds, () => this.#clock.monotonic());
    this.#leases.set(file, lease);
    return lease;
  }
}

async function noteIn(file: string): Promise<RunNote | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parsed = noteSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

function isAddress(folder: string): boolean {
  return /^[a-z][\w+.-]*:\/\//i.test(folder);
}

function placeOf(folder: string): Promise<string> {
  return isAddress(folder) ? Promise.resolve(folder) : realPathOf(folder);
}

/** Whether they are one, or one contains the other. */
function meet(one: string, other: string): boolean {
  return contains(one, other) || contains(other, one);
}

function contains(outer: string, inner: string): boolean {
  const separator = isAddress(outer) ? '/' : path.sep;
  return inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : outer + separator);
}

function pause(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener('abort', end);
  });
}
