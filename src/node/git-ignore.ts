// Knows how to ask git whether it ignores a file; not what follows from that. It must not be asked in a folder that the
// person does not trust, since a repository's own configuration can name programs.
import { execFile } from 'node:child_process';
import path from 'node:path';

const patienceMilliseconds = 2000;

/** False also where there is no git, no repository, or no answer in time. Never rejects. */
export function isIgnoredByGit(file: string): Promise<boolean> {
  const command = ['-c', 'core.fsmonitor=false', 'check-ignore', '--quiet', '--', path.basename(file)];
  return new Promise((resolve) => {
    execFile('git', command, { cwd: path.dirname(file), timeout: patienceMilliseconds, windowsHide: true }, (error) => {
      resolve(error === null);
    });
  });
}
