// Runs every check of the project in order, shows what each prints and how long it took, and ends with one line of
// counts. It knows the npm scripts and how to count them, not what they check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addUpSummaries, countsText, sumOf, SUMMARY_VARIABLE } from './mocha-summary.ts';
import { outcomeOf, type StepOutcome, type TestStep } from './step-outcome.ts';
import { PROJECT_ROOT } from './vscode-host/install.ts';
import { createTemporaryFolder, OWN_GROUP, ownProcess } from './vscode-host/owned-resources.ts';

const REPORTER = ['--', '--reporter', path.join(import.meta.dirname, 'summary-reporter.ts')];

const STEPS: readonly (TestStep & { readonly args: readonly string[] })[] = [
  { name: 'typecheck', counts: 'itself', args: ['typecheck'] },
  { name: 'lint', counts: 'itself', args: ['lint'] },
  { name: 'unit', counts: 'tests', args: ['test:unit', ...REPORTER] },
  { name: 'webview', counts: 'tests', args: ['test:webview', ...REPORTER] },
  { name: 'vscode', counts: 'tests', args: ['test:vscode'] },
  { name: 'journey', counts: 'tests', args: ['test:journey', ...REPORTER] },
];

async function runStep(step: (typeof STEPS)[number], summaryFile: string): Promise<StepOutcome> {
  console.log(`\n━━ ${step.name} ${'━'.repeat(Math.max(0, 74 - step.name.length))}`);
  const started = Date.now();
  const child = spawn('npm', ['run', '-s', ...step.args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, [SUMMARY_VARIABLE]: summaryFile },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    ...OWN_GROUP,
  });
  ownProcess(child);
  const exitCode = await Promise.race([
    once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : 1)),
    once(child, 'error').then(() => 1),
  ]);
  const reported = existsSync(summaryFile) ? addUpSummaries(readFileSync(summaryFile, 'utf8')) : undefined;
  const outcome = outcomeOf(step, exitCode, reported, (Date.now() - started) / 1000);
  console.log(line(outcome));
  return outcome;
}

function line(outcome: StepOutcome): string {
  const { name, seconds, crashed } = outcome;
  return `${name.padEnd(10)} ${`${seconds.toFixed(1)} s`.padStart(8)}   ${countsText(outcome)}${crashed ? ' (it broke off)' : ''}`;
}

const folder = await createTemporaryFolder();
const outcomes: StepOutcome[] = [];
for (const step of STEPS) outcomes.push(await runStep(step, path.join(folder, `${step.name}.jsonl`)));
const sum = sumOf(outcomes);
console.log(`\n${outcomes.map(line).join('\n')}\n\n${countsText(sum)}`);
process.exit(sum.failed === 0 ? 0 : 1);
