// One sample in a process of its own: `{reader} {base of the warm-up} {base}`. Another stream is read before the one
// that is measured, so that loading and compiling are not: those are a matter of a program's start. Prints one line of
// JSON.
import { performance } from 'node:perf_hooks';
import { digestOf } from './recorded-stream.ts';
import { readerNamed } from './readers.ts';
import type { Sample } from './sampling.ts';

const [, , name = '', warmUpBase = '', base = ''] = process.argv;
const reader = await readerNamed(name);
await reader.read(warmUpBase);
// The garbage of loading and of the warm-up is not the measured reading's either.
globalThis.gc?.();

const [cpuBefore, wallBefore] = [process.cpuUsage(), performance.now()];
const read = await reader.read(base);
// The text was joined piece by piece; making it one belongs to what is measured.
if (read.kind === 'text') read.text.charCodeAt(read.text.length - 1);
const wallMilliseconds = performance.now() - wallBefore;
const { user, system } = process.cpuUsage(cpuBefore);

const sample: Sample = {
  wallMilliseconds,
  cpuMilliseconds: (user + system) / 1_000,
  read: read.kind === 'text' ? digestOf(read.text) : { bytes: read.count },
};
process.stdout.write(`${JSON.stringify(sample)}\n`);
process.exit(0);
