// Installs the renderers that Tidemark is compared with: on the first run, in the versions of the lock file, into a
// folder that is not part of the project. Nobody who only runs the tests needs them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../support/vscode-host/install.ts';

const source = path.join(PROJECT_ROOT, 'test', 'bench', 'peers');
const folder = path.join(PROJECT_ROOT, '.vscode-test', 'bench');

/** Installs the peers unless these versions are there, and returns the folder that their packages are in. */
export function installPeers(): string {
  const packages = path.join(folder, 'node_modules');
  const lock = readFileSync(path.join(source, 'package-lock.json'), 'utf8');
  const installed = path.join(folder, 'package-lock.json');
  if (existsSync(packages) && existsSync(installed) && readFileSync(installed, 'utf8') === lock) return packages;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(source, file), path.join(folder, file));
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The renderers to compare with could not be installed.');
  return packages;
}
