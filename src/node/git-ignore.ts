// Knows how to ask git whether it ignores a file; not what follows from that.
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import path from 'node:path';
import { findGit } from './git-program.ts';

const patienceMilliseconds = 2000;

/** What a repository's configuration could make git run, switched off: it is data here, whoever trusts the folder. */
const settings = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'protocol.allow=never', 'safe.bareRepository=explicit'];

/**
 * Whether git ignores a file that lies in one of `folders`. False also where there is no git outside of them, no repository,
 * or no answer in time. Never rejects.
 *
 * @param file absolute, with every link followed: git says nothing about what lies behind a link.
 */
export async function isIgnoredByGit(file: string, folders: readonly string[], environment = process.env): Promise<boolean> {
  const git = await findGit(folders, environment);
  if (git === null) return false;
  const configured = settings.flatMap((setting) => ['-c', setting]);
  // A name that begins with a colon would be a pattern; `--literal-pathspecs` is refused by this command, and a name after
  // `./` is never one.
  const question = ['check-ignore', '--quiet', '--', `./${path.basename(file)}`];
  const command = ['--no-pager', ...configured, '-C', path.dirname(file), ...question];
  // It starts in its own folder, since Windows looks for libraries in the one that a program starts in.
  const options = { cwd: path.dirname(git.file), env: git.environment, timeout: patienceMilliseconds, windowsHide: true };
  return new Promise((resolve) => {
    execFile(git.file, command, options, (error) => resolve(error === null));
  });
}
