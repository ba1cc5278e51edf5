// Measures the client's stream reader beside its peers and prints tables in markdown: `npm run bench`, or with `--
// --repetitions 3 --only reading` for less. It says which budgets hold.
import { parseArgs } from 'node:util';
import { buildSample } from './built-sample.ts';
import { type ReaderName, titleOf } from './readers.ts';
import { type RecordedStream, streamOfDeltas, streamOfOneDelta } from './recorded-stream.ts';
import { type Figure, medianOf, ratioOf, type Samples, takeSamples } from './sampling.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

const { values } = parseArgs({ options: { repetitions: { type: 'string', default: '7' }, only: { type: 'string' } } });
const repetitions = Number(values.repetitions);
const sampleFile = await buildSample();

interface Measured {
  readonly stream: string;
  readonly samples: Samples;
}

/** One budget: this row is at most so many times that one, in the samples of one or two streams. */
interface Budget {
  readonly sentence: string;
  readonly ratio: number;
  readonly atMost: number;
}

const checked: ReaderName = 'eventsource-parser-checked';
const deltas = (count: number): [string, RecordedStream] => [
  `${count.toLocaleString('en')} events`,
  streamOfDeltas(count),
];
const oneDelta = (megabytes: number): [string, RecordedStream] => [
  `one delta of ${megabytes} MB`,
  streamOfOneDelta(megabytes * 1_000_000),
];
/** Enough events that every reader's code is compiled when its sample is taken. */
const warmUp: [string, RecordedStream] = ['warm-up', streamOfDeltas(20_000)];
const slug = (title: string): string => title.replaceAll(/[^a-z0-9]+/gi, '-');

async function measure(
  streams: readonly [string, RecordedStream][],
  readersFor: (index: number) => readonly ReaderName[],
): Promise<Measured[]> {
  const served = new Map([...streams, warmUp].map(([title, stream]) => [slug(title), stream]));
  await using server: StreamServer = await startStreamServer(served);
  const measured: Measured[] = [];
  for (const [index, [title, stream]] of streams.entries()) {
    const [warmUpBase, base] = [server.baseOf(slug(warmUp[0])), server.baseOf(slug(title))];
    const samples = await takeSamples({
      sampleFile,
      readers: readersFor(index),
      repetitions,
      stream,
      warmUpBase,
      base,
    });
    measured.push({ stream: title, samples });
  }
  return measured;
}

/** A table of all readers of one measurement, each against the row `to`. */
function printTable({ stream, samples }: Measured, to: ReaderName): void {
  console.log(`\n### ${stream}\n`);
  console.log(`| reader | CPU, ms | × ${titleOf(to)} | wall, ms | × |`);
  console.log('|---|--:|--:|--:|--:|');
  for (const name of samples.keys()) {
    const columns = (['cpuMilliseconds', 'wallMilliseconds'] satisfies Figure[]).flatMap((figure) => [
      medianOf(samples, name, figure).toFixed(1),
      ratioOf(samples, name, to, figure).toFixed(2),
    ]);
    console.log(`| ${[titleOf(name), ...columns].join(' | ')} |`);
  }
}

const budgets: Budget[] = [];

/** How the median of a row grows from the first stream to the last, beside how much more there is to read. */
function growth(measured: readonly Measured[], name: ReaderName, figure: Figure): number {
  const [first, last] = [measured[0], measured.at(-1)];
  return first === undefined || last === undefined
    ? NaN
    : medianOf(last.samples, name, figure) / medianOf(first.samples, name, figure);
}

async function benchEvents(): Promise<void> {
  const readers: ReaderName[] = [
    'fetch-only',
    'eventsource-parser',
    checked,
    'tidemark',
    'anthropic-sdk-raw',
    'anthropic-sdk',
    'ai-sdk',
  ];
  for (const measured of await measure([deltas(20_000), deltas(200_000)], () => readers)) {
    printTable(measured, checked);
    const ratio = ratioOf(measured.samples, 'tidemark', checked, 'cpuMilliseconds');
    budgets.push({ sentence: `${measured.stream}: CPU of Tidemark to ${titleOf(checked)}`, ratio, atMost: 1.15 });
  }
}

async function benchReading(): Promise<void> {
  const taking: ReaderName[] = ['tidemark', 'tidemark-taking', 'anthropic-sdk', 'anthropic-sdk-taking'];
  // Looking into a text so far costs a copy of it: at 100,000 deltas that is minutes.
  const looking: ReaderName[] = ['tidemark-looking', 'anthropic-sdk-looking'];
  const measured = await measure([deltas(20_000), deltas(100_000)], (index) =>
    index === 0 ? [...taking, ...looking] : taking,
  );
  for (const one of measured) {
    printTable(one, 'tidemark');
    const ratio = ratioOf(one.samples, 'tidemark-taking', 'tidemark', 'cpuMilliseconds');
    budgets.push({
      sentence: `${one.stream}: CPU of Tidemark taking the text so far to not taking it`,
      ratio,
      atMost: 1.5,
    });
  }
  budgets.push({
    sentence: 'Taking the text so far: growth over 5 times the deltas',
    ratio: growth(measured, 'tidemark-taking', 'cpuMilliseconds'),
    atMost: 6,
  });
}

async function benchOneDelta(): Promise<void> {
  const readers: ReaderName[] = [
    'fetch-only',
    'eventsource-parser',
    checked,
    'tidemark',
    'anthropic-sdk-raw',
    'ai-sdk',
  ];
  const measured = await measure([oneDelta(1), oneDelta(4), oneDelta(16)], () => readers);
  for (const one of measured) {
    printTable(one, 'eventsource-parser');
    const ratio = ratioOf(one.samples, 'tidemark', 'eventsource-parser', 'cpuMilliseconds');
    budgets.push({ sentence: `${one.stream}: CPU of Tidemark to eventsource-parser`, ratio, atMost: 1.3 });
  }
  budgets.push({
    sentence: 'One delta: growth over 16 times its length',
    ratio: growth(measured, 'tidemark', 'cpuMilliseconds'),
    atMost: 20,
  });
}

const works = { events: benchEvents, reading: benchReading, 'one-delta': benchOneDelta };

console.log(
  `Node ${process.version}, medians of ${repetitions} turns, every sample in a fresh process after a warm-up of 20,000 events, ratios within a turn, writes of 64 KiB.`,
);
for (const [name, work] of Object.entries(works)) if (values.only === undefined || values.only === name) await work();
console.log('\n### Budgets\n\n| what | ratio | at most | |\n|---|--:|--:|---|');
for (const { sentence, ratio, atMost } of budgets)
  console.log(`| ${sentence} | ${ratio.toFixed(2)} | ${atMost} | ${ratio <= atMost ? 'holds' : 'broken'} |`);
