// Measures the load and activation of Tidemark beside github-authentication's in the same extension host, several
// times, and prints medians and the ratio.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as z from 'zod/mini';
import { installVsCode, PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { createTemporaryFolder } from '../support/vscode-host/owned-resources.ts';

const runs = Number(process.argv[2] ?? 7);
const measuredSchema = z.array(z.object({ id: z.string(), load: z.number(), activate: z.number() }));
type Measured = z.infer<typeof measuredSchema>;

async function measure(): Promise<Measured> {
  const home = await createTemporaryFolder();
  const file = path.join(home, 'measured.json');
  await runTests({
    vscodeExecutablePath: path.join(PROJECT_ROOT, 'test', 'support', 'vscode-host', 'suites', 'launcher.ts'),
    extensionDevelopmentPath: PROJECT_ROOT,
    extensionTestsPath: path.join(PROJECT_ROOT, 'out', 'test', 'vscode', 'activation-probe.cjs'),
    extensionTestsEnv: { TIDEMARK_PROBE_FILE: file },
    launchArgs: [
      home,
      `--user-data-dir=${path.join(home, 'user')}`,
      `--extensions-dir=${path.join(home, 'extensions')}`,
    ],
  });
  return measuredSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

await installVsCode('current');
const samples: Measured[] = [];
for (let run = 0; run < runs; run += 1) samples.push(await measure());

const total = ({ load, activate }: Measured[number]): number => load + activate;
const ids = samples[0]?.map(({ id }) => id) ?? [];
console.log(`\n| extension | load, ms | activate, ms | both, ms |  (medians of ${runs})\n| --- | --- | --- | --- |`);
for (const id of ids) {
  const own = samples.flatMap((sample) => sample.filter((one) => one.id === id));
  const cells = [
    median(own.map(({ load }) => load)),
    median(own.map(({ activate }) => activate)),
    median(own.map(total)),
  ];
  console.log(`| ${id} | ${cells.map((value) => value.toFixed(1)).join(' | ')} |`);
}
const ratios = samples.map(([ours, theirs]) => (ours && theirs ? total(ours) / total(theirs) : Number.NaN));
console.log(`\nRatio of the first to the second, run by run: median ${median(ratios).toFixed(2)} (budget 0.50)`);
process.exit(0);
