// Runs the suites of `test/vscode` inside a real VS Code through @vscode/test-electron, a smoke suite in the oldest
// supported one, and those that are made for two windows in two at once; on the command line, the ones to run, else all
// three.
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { installVsCode, PROJECT_ROOT } from '../install.ts';
import { createTemporaryFolder } from '../owned-resources.ts';
import { chooseHost, type SuiteHost } from './suite-host.ts';
import { RELEASES, type VsCodeVersion } from '../vscode-versions.ts';

const LAUNCHER = path.join(import.meta.dirname, 'launcher.ts');

/** All suites, those that a VS Code must pass to be called supported, or those that run in two windows at once. */
type Suites = 'all' | 'smoke' | 'pair';

async function runIn(
  host: SuiteHost,
  version: VsCodeVersion,
  suites: Suites,
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const started = Date.now();
  console.log(`\nSuites (${suites}) in VS Code ${RELEASES[version].vscode}, ${describe(host)}`);
  const home = await createTemporaryFolder();
  if (host.kind === 'npm') await installVsCode(version);
  const passed = await runTests({
    ...(host.kind === 'npm' ? { vscodeExecutablePath: LAUNCHER } : {}),
    ...(host.kind === 'executable' ? { vscodeExecutablePath: host.executable } : {}),
    ...(host.kind === 'download' ? { version: RELEASES[version].vscode } : {}),
    extensionDevelopmentPath: [PROJECT_ROOT, path.join(PROJECT_ROOT, 'test', 'support', 'vscode-host', 'sample-tools')],
    extensionTestsPath: path.join(PROJECT_ROOT, 'out', 'test', 'vscode', 'index.cjs'),
    extensionTestsEnv: { ...env, TIDEMARK_SUITES: suites },
    launchArgs: [
      home,
      `--user-data-dir=${path.join(home, 'user')}`,
      `--extensions-dir=${path.join(home, 'extensions')}`,
      '--disable-extensions',
      ...(host.kind === 'npm' ? [`--npm-version=${version}`] : []),
    ],
  }).then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return false;
    },
  );
  console.log(`${passed ? 'Passed' : 'Failed'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return passed;
}

/** Two windows at once, each with a part of its own and a folder that both share. */
async function runPair(host: SuiteHost): Promise<boolean> {
  const folder = await createTemporaryFolder();
  const run = (role: string): Promise<boolean> =>
    runIn(host, 'current', 'pair', { TIDEMARK_PAIR_ROLE: role, TIDEMARK_PAIR_FOLDER: folder });
  return (await Promise.all([run('left'), run('right')])).every(Boolean);
}

function describe(host: SuiteHost): string {
  switch (host.kind) {
    case 'npm':
      return 'from npm';
    case 'download':
      return 'desktop, downloaded';
    case 'executable':
      return `desktop, ${host.executable}`;
  }
}

const host = chooseHost(process.env, process.platform);
const runs: Readonly<Record<Suites, () => Promise<boolean>>> = {
  all: () => runIn(host, 'current', 'all'),
  pair: () => runPair(host),
  // An executable that is given is of one version, so there is no older one.
  smoke: () => runIn(host, host.kind === 'executable' ? 'current' : 'oldest', 'smoke'),
};
const isNamed = (name: string): name is Suites => Object.hasOwn(runs, name);
const named = process.argv.slice(2).filter(isNamed);
let passed = true;
for (const name of named.length > 0 ? named : Object.keys(runs).filter(isNamed))
  passed = (await runs[name]()) && passed;
process.exit(passed ? 0 : 1);
