// The bubblewrap of this machine, and whether it holds: that is tried, since a kernel, a container or a profile of the
// system may forbid what it needs.
import { execFile } from 'node:child_process';
import { lstatSync, readlinkSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bubblewrapArguments, type Guarded } from '../../core/chat/tools/sandbox/bubblewrap.ts';
import { sandboxEnvironment } from '../../core/chat/tools/sandbox/environment.ts';
import { firstToEnd, limiting, type Limits, limitsFor } from '../../core/chat/tools/sandbox/limits.ts';
import type { ShellProgram } from '../programs/shell-command.ts';

export type SandboxTrial =
  | { readonly kind: 'works'; readonly program: string }
  | { readonly kind: 'otherSystem' }
  | { readonly kind: 'noProgram' }
  /** With what it says itself: untrusted text. */
  | { readonly kind: 'refused'; readonly said: string }
  /** It runs, and does not keep what it should. */
  | { readonly kind: 'leaks' };

/** Where systems install it; a program of that name elsewhere is not taken. */
const places = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
const trialMilliseconds = 10_000;

/** Of the trial: it could write where it must not, see what it must not, or is in the network of the machine. */
const leaking = 40;
const trialScript = `echo x > written || exit 1
(echo x > kept/written) 2>/dev/null && exit ${leaking}
[ -e "$1" ] && exit ${leaking}
[ "$(readlink /proc/self/ns/net)" = "$2" ] && exit ${leaking}
[ "$(readlink /proc/self/ns/pid)" = "$3" ] && exit ${leaking}
exit 0`;

/** Never rejects. */
export async function trySandbox(): Promise<SandboxTrial> {
  if (process.platform !== 'linux') return { kind: 'otherSystem' };
  const program = await firstExecutable();
  if (program === null) return { kind: 'noProgram' };
  try {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tidemark-sandbox-')));
    try {
      return await tryIn(program, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch {
    return { kind: 'refused', said: '' };
  }
}

async function tryIn(program: string, folder: string): Promise<SandboxTrial> {
  const inside = path.join(folder, 'inside');
  await mkdir(path.join(inside, 'kept'), { recursive: true });
  const outside = path.join(folder, 'outside');
  await mkdir(outside);
  const guarded = { readOnly: [path.join(inside, 'kept')], hidden: [] };
  const environment = sandboxEnvironment(process.env);
  const walls = wallsAround([inside], guarded, inside, environment);
  const script = ['/bin/sh', '-c', trialScript, 'sh', outside, namespaceOf('net'), namespaceOf('pid')];
  const { code, said } = await ended(program, [...walls, ...script], environment);
  if (code === 0) return { kind: 'works', program };
  return code === leaking ? { kind: 'leaks' } : { kind: 'refused', said };
}

function namespaceOf(kind: 'net' | 'pid'): string {
  return readlinkSync(`/proc/self/ns/${kind}`);
}

function ended(program: string, options: readonly string[], env: NodeJS.ProcessEnv): Promise<TrialEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      options,
      { env, timeout: trialMilliseconds, killSignal: 'SIGKILL' },
      (error, _output, said) => resolve({ code: error === null ? 0 : child.exitCode, said: said.trim() }),
    );
  });
}

interface TrialEnd {
  readonly code: number | null;
  readonly said: string;
}

/**
 * The shell in the sandbox.
 *
 * @param roots real paths
 * @param folder where it starts
 */
export function sandboxed(
  shell: ShellProgram,
  program: string,
  roots: readonly string[],
  guarded: Guarded,
  folder: string,
  limits = limitsOfMachine(),
): ShellProgram {
  const environment = sandboxEnvironment(process.env);
  const walls = wallsAround(roots, guarded, folder, environment);
  return {
    file: '/bin/sh',
    options: [
      ...['-c', firstToEnd, 'sh', program, '--info-fd', '3', ...walls],
      ...['/bin/sh', '-c', limiting(limits), 'sh', shell.file, ...shell.options],
    ],
    environment,
    limits,
  };
}

/** Within a container that has less memory than its machine, that. */
function limitsOfMachine(): Limits {
  return limitsFor(Math.min(os.totalmem(), process.constrainedMemory() || Infinity));
}

function wallsAround(
  roots: readonly string[],
  guarded: Guarded,
  folder: string,
  environment: Readonly<Record<string, string>>,
): readonly string[] {
  const machine = { home: path.resolve(os.homedir()), roots, programPath: environment['PATH'] ?? '' };
  return bubblewrapArguments(machine, guarded, folder, whatIs);
}

/** A link is where it leads to. */
function whatIs(place: string): 'file' | 'folder' | null {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return null;
  return stats.isDirectory() ? 'folder' : 'file';
}

async function firstExecutable(): Promise<string | null> {
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return null;
}
