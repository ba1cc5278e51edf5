// Two hours of answers before the one that was given, and the readings of the plan that hold them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatRecord, parseRecord, type PlanRecord } from '../../src/core/plan/watch/plan-record.ts';
import { type CountedAnswer, countedLine, parseCounted, tokensIn } from '../../src/core/usage/counted-answer.ts';

const minute = 60_000;
const between = 5 * minute;
const count = 24;

/** @param storage where the windows of this machine's VS Code share their files. */
export async function writePastAnswers(storage: string): Promise<void> {
  for (const name of await readdir(path.join(storage, 'plan'))) {
    const file = path.join(storage, 'plan', name);
    const record = name.endsWith('.plan.json') ? parseRecord(await readFile(file, 'utf8')) : null;
    const first = record?.samples[0];
    if (record === null || first === undefined) continue;
    const answers = await pastAnswers(path.join(storage, 'counted'), first.at);
    await writeFile(file, formatRecord({ ...record, samples: [...samplesOf(first, answers), ...record.samples] }));
  }
}

/** Like the one that was given, two minutes before each reading, and counted like it. */
async function pastAnswers(folder: string, until: number): Promise<readonly CountedAnswer[]> {
  for (const day of await readdir(folder)) {
    const file = path.join(folder, day);
    const text = await readFile(file, 'utf8');
    const [given] = parseCounted(text).answers;
    if (given === undefined) continue;
    const past = Array.from({ length: count }, (_, place) => ({
      ...given,
      at: until - (count - place) * between - 2 * minute,
      input: 300 + 80 * (place % 5),
      output: 600 + 150 * (place % 7),
    }));
    await writeFile(file, text + past.map(countedLine).join(''));
    return past;
  }
  return [];
}

function samplesOf(first: PlanRecord['samples'][number], answers: readonly CountedAnswer[]): PlanRecord['samples'] {
  return answers.map(({ at }, place) => {
    const later = answers.slice(place + 1).reduce((sum, answer) => sum + tokensIn(answer), 0);
    const windows = first.windows.map((window) => {
      const { key, used, total } = window;
      if (key !== 'fiveHours' || used === null || total === null) return window;
      return { ...window, used: used - later, usedPercent: ((used - later) / total) * 100 };
    });
    return { ...first, at: at + 2 * minute, windows };
  });
}
