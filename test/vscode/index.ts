// Runs the suite files beside it with mocha inside the extension host, and reports the counts to the run that asked.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { appendSummary } from '../support/runner/mocha-summary.ts';

/** Which files a run of this name takes. */
const endings: Readonly<Record<string, string>> = { smoke: 'smoke.test.cjs', pair: '.pair.cjs' };

/**
 * VS Code calls this. Resolves when everything passed.
 * @throws Error with the number of failures, which makes VS Code end with a failure.
 */
export async function run(): Promise<void> {
  // A module that only `import` gives alike in every Node.js that VS Code has brought along.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', color: true, timeout: 20_000, slow: 2000 });
  const wanted = endings[process.env['TIDEMARK_SUITES'] ?? 'all'] ?? '.test.cjs';
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(wanted));
  if (files.length === 0) throw new Error(`There is no suite ${wanted} in ${__dirname}.`);
  for (const file of files.sort()) mocha.addFile(path.join(__dirname, file));
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.once('end', () => appendSummary(runner));
  });
  if (failures > 0) throw new Error(`${failures} of the tests inside VS Code failed.`);
}
