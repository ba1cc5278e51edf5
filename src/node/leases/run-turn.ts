// Lets the runs of all windows work in a folder one at a time, and tells the one that waits which other works there.
import { createHash } from 'node:crypto';
import { readFile, unlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { RunHolder } from '../../core/chat/tools/runs/run-folders.ts';
import { type Clock, systemClock } from '../../core/ports.ts';
import { parseJson } from '../../core/service/json.ts';
import { titleSchema } from '../../core/service/stored-fields.ts';
import { writePrivately } from '../private-files.ts';
import { type GiveBack, LeaseFile } from './lease-file.ts';

/** No run is as long; it ends the turn of a window that hangs. */
const longestMilliseconds = 24 * 60 * 60_000;
const retryMilliseconds = 500;

const holderSchema = z.object({ window: titleSchema, windowName: titleSchema, conversation: titleSchema });

/**
 * Takes the turn in every one of the folders; null once `signal` is aborted. Never rejects: where the disk does not let
 * windows agree, each has its turn.
 *
 * @param storage a folder that all windows share
 * @param folders their names, told apart to the letter
 * @param onWait is told who has the turn, again where that changes; null where that is not known
 */
export async function takeRunTurn(
  storage: string,
  folders: readonly string[],
  holder: RunHolder,
  signal: AbortSignal,
  onWait: (other: RunHolder | null) => void,
  clock: Clock = systemClock,
): Promise<GiveBack | null> {
  const taken: GiveBack[] = [];
  const giveBack = async (): Promise<void> => {
    for (const one of taken.splice(0).reverse()) await one();
  };
  // In one order, so that no two wait for each other.
  for (const folder of [...new Set(folders)].sort()) {
    const turn = await takeOne(path.join(storage, nameOf(folder)), holder, signal, onWait, clock);
    if (turn === null) {
      await giveBack();
      return null;
    }
    taken.push(turn);
  }
  return giveBack;
}

function nameOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 32);
}

async function takeOne(
  file: string,
  holder: RunHolder,
  signal: AbortSignal,
  onWait: (other: RunHolder | null) => void,
  clock: Clock,
): Promise<GiveBack | null> {
  const lease = new LeaseFile(`${file}.lease`, longestMilliseconds);
  const note = `${file}.json`;
  let told = '';
  while (!signal.aborted) {
    const giveBack = await lease.take();
    if (giveBack !== null) {
      await writePrivately(note, JSON.stringify(holder)).catch(() => undefined);
      return async () => {
        await unlink(note).catch(() => undefined);
        await giveBack();
      };
    }
    const other = await holderIn(note);
    const words = JSON.stringify(other);
    if (words !== told) onWait(other);
    told = words;
    await pause(signal, clock);
  }
  return null;
}

async function holderIn(note: string): Promise<RunHolder | null> {
  const text = await readFile(note, 'utf8').catch(() => '');
  const parsed = holderSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

function pause(signal: AbortSignal, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(retryMilliseconds, end);
    signal.addEventListener('abort', end);
  });
}
