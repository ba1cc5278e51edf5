// One file a day in a folder that all windows share: each window appends lines, and none waits for another.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DayTexts } from '../core/usage/counted-answers.ts';
import { appendPrivatelyNow } from './private-files.ts';
import { readSharedNow, writeShared } from './shared-files.ts';

const suffix = '.jsonl';
const dayName = /^\d{4}-\d{2}-\d{2}$/;

/** @param folder an absolute path with nothing else in it; made when missing */
export function openDayFiles(folder: string): DayTexts {
  const fileOf = (day: string): string => path.join(folder, `${day}${suffix}`);
  return {
    readNow: (day) => readSharedNow(fileOf(day)),
    appendNow: (day, text) => appendPrivatelyNow(fileOf(day), text),
    replace: (day, text) => writeShared(fileOf(day), text),
    async days() {
      const names = await readdir(folder).catch(() => []);
      return names.map((name) => path.basename(name, suffix)).filter((day) => dayName.test(day));
    },
    deleteAll: () => rm(folder, { recursive: true, force: true }).catch(() => undefined),
  };
}
