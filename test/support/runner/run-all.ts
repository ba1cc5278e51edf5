// Runs every check of the project, builds once for all of them, and ends with one line of counts. As many checks run
// side by side as there are cores, each in a process of its own whose output is shown when it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { addUpSummaries, countsText, sumOf, SUMMARY_VARIABLE } from './mocha-summary.ts';
import { outcomeOf, type StepOutcome, type TestStep } from './step-outcome.ts';
import { PROJECT_ROOT } from '../vscode-host/install.ts';
import { chooseHost } from '../vscode-host/suites/suite-host.ts';
import { createTemporaryFolder, OWN_GROUP, ownProcess, stopProcess } from '../vscode-host/owned-resources.ts';

interface Check extends TestStep {
  /** What Node.js or npm is given; npm runs a script without its noise. */
  readonly command: 'node' | 'npm';
  readonly args: readonly string[];
}

function script(name: string): Check {
  return { name, counts: 'itself', command: 'npm', args: ['run', '-s', name] };
}

function mocha(name: string, files: string): Check {
  const reporter = path.join(import.meta.dirname, 'summary-reporter.ts');
  return {
    name,
    counts: 'tests',
    command: 'node',
    args: ['node_modules/mocha/bin/mocha.js', files, '--reporter', reporter],
  };
}

function suites(name: 'all' | 'pair' | 'smoke'): Check {
  return {
    name: `vscode: ${name}`,
    counts: 'tests',
    command: 'node',
    args: ['test/support/vscode-host/suites/run-suites.ts', name],
  };
}

/** It packages once more, so nothing else may run from the bundles meanwhile. */
const packageTest = path.join('test', 'journey', 'package.test.ts');

/** The longest files first, so that no core is left with a long one at the end. */
function journeys(): Check[] {
  const files = globSync('test/journey/**/*.test.ts', { cwd: PROJECT_ROOT }).filter(
    (file) => path.normalize(file) !== packageTest,
  );
  const length = (file: string): number => statSync(path.join(PROJECT_ROOT, file)).size;
  return files
    .sort((one, other) => length(other) - length(one))
    .map((file) => mocha(`journey: ${path.basename(file, '.test.ts')}`, file));
}

/** The suites that run inside VS Code; then every bundle as people get it, and the package of them. */
const builds: readonly Check[] = [
  { name: 'suites', counts: 'itself', command: 'node', args: ['esbuild.mjs', '--production', '--tests'] },
  script('package'),
];

/** What keeps a core busy from its beginning to its end. */
const busy: readonly Check[] = [
  mocha('webview', 'test/webview/**/*.test.ts'),
  script('lint'),
  mocha('unit', 'test/unit/**/*.test.ts'),
  script('typecheck'),
  suites('all'),
  suites('pair'),
  // From npm, a journey goes through the oldest version as a whole.
  ...(chooseHost(process.env, process.platform).kind === 'npm' ? [] : [suites('smoke')]),
];

/** A journey waits for a good part of its time, so that something busy is best beside it; short ones come last. */
function checks(): Check[] {
  return journeys().flatMap((journey, index) => [journey, ...busy.slice(index, index + 1)]);
}

/**
 * No check takes half of this. One that hangs, for instance on a browser that a broken test left open, ends as a failed
 * one.
 */
const checkLimitMs = 15 * 60_000;

async function run(check: Check, summaryFile: string): Promise<StepOutcome> {
  const started = Date.now();
  const child = spawn(check.command === 'node' ? process.execPath : 'npm', check.args, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, [SUMMARY_VARIABLE]: summaryFile },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: check.command === 'npm' && process.platform === 'win32',
    ...OWN_GROUP,
  });
  ownProcess(child);
  const ended = Promise.race([
    once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : 1)),
    once(child, 'error').then(() => 1),
  ]);
  const limit = setTimeout(() => void stopProcess(child), checkLimitMs);
  const [output, errors, exitCode] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  clearTimeout(limit);
  const reported = existsSync(summaryFile) ? addUpSummaries(readFileSync(summaryFile, 'utf8')) : undefined;
  const outcome = outcomeOf(check, exitCode, reported, (Date.now() - started) / 1000);
  const shown = `\n━━ ${check.name} ${'━'.repeat(Math.max(0, 74 - check.name.length))}\n${output.toString()}${errors.toString()}\n${line(outcome)}`;
  console.log(shown);
  if (outcome.failed > 0) failures.push(shown.slice(-longestFailure));
  return outcome;
}

/** What failed is shown once more at the end, which is what is kept of a long output. */
const failures: string[] = [];
const longestFailure = 6_000;

function line(outcome: StepOutcome): string {
  const { name, seconds, crashed } = outcome;
  return `${name.padEnd(28)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${countsText(outcome)}${crashed ? ' (it broke off)' : ''}`;
}

/** Runs the checks in their order, `atOnce` at a time. */
async function runSideBySide(waiting: readonly Check[], atOnce: number): Promise<StepOutcome[]> {
  const folder = await createTemporaryFolder();
  const queue = waiting.entries();
  const outcomes: StepOutcome[] = [];
  const takeNext = async (): Promise<void> => {
    for (const [index, check] of queue) outcomes[index] = await run(check, path.join(folder, `${index}.jsonl`));
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return outcomes;
}

const built = await runSideBySide(builds, 1);
const isBuilt = built.every(({ failed }) => failed === 0);
const outcomes = isBuilt
  ? [
      ...(await runSideBySide([mocha('journey: package', packageTest)], 1)),
      ...(await runSideBySide(checks(), Math.min(os.availableParallelism(), 4))),
    ]
  : built;
const sum = sumOf(outcomes);
for (const failure of failures) console.log(failure);
console.log(`\n${outcomes.map(line).join('\n')}\n\n${countsText(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
