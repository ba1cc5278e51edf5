// Asks git whether it ignores a file.
import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import type { GitAnswer } from '../../core/chat/attachments/attach-reasons.ts';
import { realPathOf } from '../real-path.ts';
import { findGit, type GitProgram } from './git-program.ts';

const patienceMilliseconds = 2000;

/** What a repository's configuration could make git run, switched off: it is data here, whoever trusts the folder. */
const settings = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  'protocol.allow=never',
  'safe.bareRepository=explicit',
];

/**
 * Whether git ignores a file that lies in one of `folders`, in its own repository or in one around that, up to those
 * folders: whoever can write a folder could make a repository of it. `notIgnored` also where there is no git outside of
 * them, or no repository. `none` where git did not answer in time: what a repository names for it to read may be a pipe
 * that nobody writes into. Never rejects.
 *
 * @param file absolute, with every link followed: git says nothing about what lies behind a link.
 */
export async function whetherGitIgnores(
  file: string,
  folders: readonly string[],
  environment = process.env,
): Promise<GitAnswer> {
  const git = await findGit(folders, environment);
  if (git === null) return 'notIgnored';
  const asked = [path.dirname(file), ...(await foldersAroundRepositories(file, folders))];
  const answers = await Promise.all(asked.map((folder) => answerIn(folder, file, git)));
  return answers.find((answer) => answer === 'ignored') ?? answers.find((answer) => answer === 'none') ?? 'notIgnored';
}

/** Where each repository lies that the file is in, below the open folders: there git answers for the one around it. */
async function foldersAroundRepositories(file: string, folders: readonly string[]): Promise<readonly string[]> {
  const open = await Promise.all(folders.map(realPathOf));
  const around: string[] = [];
  const isBelow = (place: string): boolean => open.some((folder) => place.startsWith(withSeparator(folder)));
  for (let at = path.dirname(file); isBelow(at); at = path.dirname(at))
    if (await exists(path.join(at, '.git'))) around.push(path.dirname(at));
  return around;
}

function withSeparator(folder: string): string {
  return folder.endsWith(path.sep) ? folder : folder + path.sep;
}

function exists(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  );
}

function answerIn(folder: string, file: string, git: GitProgram): Promise<GitAnswer> {
  // A name that begins with a colon would be a pattern; `--literal-pathspecs` is refused by this command, and a name
  // after `./` is never one.
  const name = `./${path.relative(folder, file).split(path.sep).join('/')}`;
  const command = commandIn(folder, ['check-ignore', '--quiet', '--', name]);
  // It starts in its own folder, since Windows looks for libraries in the one that a program starts in. Its streams are
  // nobody's, so that no program that it has started can keep anybody waiting for their end.
  const asked = spawn(git.file, command, {
    cwd: path.dirname(git.file),
    env: git.environment,
    stdio: 'ignore',
    timeout: patienceMilliseconds,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  return new Promise((resolve) => {
    asked.once('error', () => resolve('notIgnored'));
    asked.once('exit', (code) => resolve(code === null ? 'none' : code === 0 ? 'ignored' : 'notIgnored'));
  });
}

function commandIn(folder: string, question: readonly string[]): string[] {
  return ['--no-pager', ...settings.flatMap((setting) => ['-c', setting]), '-C', folder, ...question];
}

/** Characters of names: more than a listing of files could use. */
const longestListing = 8_000_000;

/**
 * The names of all that git ignores in a folder, relative to it and with slashes; a folder that is ignored as a whole
 * ends in one, and stands for what it holds. Empty also where there is no git outside of `folders`, or no repository;
 * null where git did not answer in time. What lies in a repository of its own is not told. Never rejects.
 *
 * @param folder absolute, with every link followed
 */
export async function ignoredNames(
  folder: string,
  folders: readonly string[],
  environment = process.env,
): Promise<ReadonlySet<string> | null> {
  const git = await findGit(folders, environment);
  if (git === null) return new Set();
  const question = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const asked = spawn(git.file, commandIn(folder, question), {
    cwd: path.dirname(git.file),
    env: git.environment,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  return new Promise((resolve) => {
    let listing = '';
    const end = (names: ReadonlySet<string> | null): void => {
      clearTimeout(patience);
      asked.kill('SIGKILL');
      // A program that git has started may hold the other end for as long as it likes.
      asked.stdout.destroy();
      resolve(names);
    };
    const patience = setTimeout(() => end(null), patienceMilliseconds);
    asked.stdout.setEncoding('utf8');
    asked.stdout.on('data', (piece: string) => {
      listing += piece;
      if (listing.length > longestListing) end(null);
    });
    asked.once('error', () => end(new Set()));
    asked.once('close', (code) => end(new Set(code === 0 ? listing.split('\0').filter((name) => name !== '') : [])));
  });
}

/** @param names as `ignoredNames` tells them; @param name relative to the same folder, with slashes */
export function isAmong(names: ReadonlySet<string>, name: string): boolean {
  const parts = name.split('/');
  return names.has(name) || parts.some((_, count) => count > 0 && names.has(`${parts.slice(0, count).join('/')}/`));
}
