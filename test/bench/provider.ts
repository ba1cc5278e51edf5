// Measures what a delta costs from the plan's provider to who asked, beside a provider that hands out constants, in
// turns in one extension host, and prints medians and the ratios. The plan's alone reads its deltas from a socket.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as z from 'zod/mini';
import { installVsCode, PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { createTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { streamOfDeltas } from './recorded-stream.ts';
import { startStreamServer } from './stream-server.ts';

const runs = Number(process.argv[2] ?? 7);
const stream = streamOfDeltas(20_000);
/** For the time, in which the host's own work for a part is. */
const budget = 1.3;
const measuredSchema = z.array(z.object({ vendor: z.string(), cpu: z.number(), wall: z.number(), parts: z.number() }));
const support = path.join(PROJECT_ROOT, 'test', 'support', 'vscode-host');

const home = await createTemporaryFolder();
const file = path.join(home, 'measured.json');
await installVsCode('current');
await using server = await startStreamServer(new Map([['deltas', stream]]));
await runTests({
  vscodeExecutablePath: path.join(support, 'suites', 'launcher.ts'),
  extensionDevelopmentPath: [PROJECT_ROOT, path.join(support, 'measured-models')],
  extensionTestsPath: path.join(PROJECT_ROOT, 'out', 'test', 'vscode', 'provider-probe.cjs'),
  extensionTestsEnv: {
    TIDEMARK_PROBE_FILE: file,
    TIDEMARK_PROBE_STREAM: server.baseOf('deltas'),
    TIDEMARK_PROBE_DELTAS: String(stream.deltas),
    TIDEMARK_PROBE_RUNS: String(runs),
  },
  launchArgs: [
    home,
    `--user-data-dir=${path.join(home, 'user')}`,
    `--extensions-dir=${path.join(home, 'extensions')}`,
    '--disable-extensions',
  ],
});
const measured = measuredSchema.parse(JSON.parse(await readFile(file, 'utf8')));

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const vendors = [...new Set(measured.map(({ vendor }) => vendor))];
const of = (vendor: string): typeof measured => measured.filter((one) => one.vendor === vendor);
console.log(
  `\n| provider | CPU a delta, µs | wall a delta, µs | parts |  (medians of ${runs})\n| --- | --- | --- | --- |`,
);
for (const vendor of vendors) {
  const cells = [median(of(vendor).map(({ cpu }) => cpu)), median(of(vendor).map(({ wall }) => wall))];
  console.log(`| ${[vendor, ...cells.map((cell) => cell.toFixed(1)), of(vendor)[0]?.parts].join(' | ')} |`);
}
const [plan = '', constants = ''] = vendors;
const ratio = (figure: 'cpu' | 'wall'): string =>
  median(of(plan).map((one, run) => one[figure] / (of(constants)[run]?.[figure] ?? Number.NaN))).toFixed(2);
console.log(
  `\nRatio, run by run: median ${ratio('wall')} of time (budget ${budget.toFixed(2)}), ${ratio('cpu')} of CPU`,
);
process.exit(0);
