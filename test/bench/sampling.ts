// Takes samples of several readers on the same stream, in turns and each in a fresh process, and sums them up.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { ReaderName } from './readers.ts';
import type { RecordedStream } from './recorded-stream.ts';

const sampleSchema = z.object({
  wallMilliseconds: z.number(),
  /** User and system time of the whole process while it read. */
  cpuMilliseconds: z.number(),
  read: z.union([z.object({ characters: z.number(), sha1: z.string() }), z.object({ bytes: z.number() })]),
});
export type Sample = z.infer<typeof sampleSchema>;

/** The samples of each reader; those of the same index were taken in the same turn. */
export type Samples = ReadonlyMap<ReaderName, readonly Sample[]>;

export interface Turns {
  /** What a process runs that takes one sample. */
  readonly sampleFile: string;
  readonly readers: readonly ReaderName[];
  readonly repetitions: number;
  readonly stream: RecordedStream;
  readonly warmUpBase: string;
  readonly base: string;
}

/**
 * Every turn runs every reader once, so that a slow moment of the machine meets all. Throws where a text is not whole.
 */
export async function takeSamples({
  sampleFile,
  readers,
  repetitions,
  stream,
  warmUpBase,
  base,
}: Turns): Promise<Samples> {
  const samples = new Map<ReaderName, Sample[]>(readers.map((name) => [name, []]));
  for (let turn = 0; turn < repetitions; turn += 1) {
    // Every turn begins with another reader, so that none always follows the same one.
    for (let place = 0; place < readers.length; place += 1) {
      const name = readers[(turn + place) % readers.length];
      if (name === undefined) continue;
      const sample = await sampleOf(sampleFile, name, warmUpBase, base);
      if (!isWhole(sample, stream)) throw new Error(`${name} did not read what was sent.`);
      samples.get(name)?.push(sample);
    }
  }
  return samples;
}

async function sampleOf(sampleFile: string, name: ReaderName, warmUpBase: string, base: string): Promise<Sample> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', sampleFile, name, warmUpBase, base], {
    timeout: 300_000,
  });
  return sampleSchema.parse(JSON.parse(stdout));
}

function isWhole({ read }: Sample, { bytes, text }: RecordedStream): boolean {
  return 'bytes' in read ? read.bytes === bytes.byteLength : read.sha1 === text.sha1;
}

export type Figure = 'cpuMilliseconds' | 'wallMilliseconds';

export function medianOf(samples: Samples, name: ReaderName, figure: Figure): number {
  return median((samples.get(name) ?? []).map((sample) => sample[figure]));
}

/** The median of the ratios within each turn, which a machine's slower hours do not move. */
export function ratioOf(samples: Samples, name: ReaderName, to: ReaderName, figure: Figure): number {
  const others = samples.get(to) ?? [];
  return median((samples.get(name) ?? []).map((sample, turn) => sample[figure] / (others[turn]?.[figure] ?? NaN)));
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}
