// Runs the suites of `test/vscode` inside a real VS Code through @vscode/test-electron, and a smoke suite in the oldest
// supported one. It knows which VS Code to take and what the suites are given; it does not know what they test.
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { startDemoService } from './demo-service.ts';
import { installVsCode, PROJECT_ROOT } from './install.ts';
import { createTemporaryFolder } from './owned-resources.ts';
import { chooseHost, type SuiteHost } from './suite-host.ts';
import { RELEASES, type VsCodeVersion } from './vscode-versions.ts';

const LAUNCHER = path.join(import.meta.dirname, 'launcher.ts');

/** Which suites a version runs: all of them, or those that a VS Code must pass to be called supported. */
const SUITES: Readonly<Record<VsCodeVersion, 'all' | 'smoke'>> = { current: 'all', oldest: 'smoke' };

async function runIn(host: SuiteHost, version: VsCodeVersion, demoLine: string): Promise<boolean> {
  // An executable that is given is of one version, and runs everything once.
  if (host.kind === 'executable' && version === 'oldest') return true;
  const started = Date.now();
  console.log(`\nSuites (${SUITES[version]}) in VS Code ${RELEASES[version].vscode}, ${describe(host)}`);
  const home = await createTemporaryFolder();
  if (host.kind === 'npm') await installVsCode(version);
  const passed = await runTests({
    ...(host.kind === 'npm' ? { vscodeExecutablePath: LAUNCHER } : {}),
    ...(host.kind === 'executable' ? { vscodeExecutablePath: host.executable } : {}),
    ...(host.kind === 'download' ? { version: RELEASES[version].vscode } : {}),
    extensionDevelopmentPath: PROJECT_ROOT,
    extensionTestsPath: path.join(PROJECT_ROOT, 'out', 'test', 'vscode', 'index.cjs'),
    extensionTestsEnv: { TIDEMARK_DEMO: demoLine, TIDEMARK_SUITES: SUITES[version] },
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
const demo = await startDemoService({ paceMs: 0 });
const inCurrent = await runIn(host, 'current', demo.line);
const inOldest = await runIn(host, 'oldest', demo.line);
process.exit(inCurrent && inOldest ? 0 : 1);
