// The ripgrep that VS Code brings along: names of files, and lines in them, without what git ignores.
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
const places = ['node_modules.asar.unpacked', 'node_modules'].flatMap((modules) => [
  path.join(modules, '@vscode', 'ripgrep', 'bin', name),
  path.join(modules, '@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`, name),
]);

/** Null where the program brings none. @param appRoot of VS Code */
export async function findRipgrep(appRoot: string): Promise<string | null> {
  for (const place of places) {
    const file = path.join(appRoot, place);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}

/** Files of git itself are nobody's; nothing that a person has configured for themselves changes what is found. */
const usual = ['--no-config', '--hidden', '--glob', '!**/.git/**', '--no-messages'];

/** Takes each name until `take` gives false. Rejects where ripgrep cannot run. */
export async function listFiles(
  ripgrep: string,
  folder: string,
  take: (name: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  await eachLine(ripgrep, [...usual, '--files', '--sort', 'path'], folder, take, signal);
}

export interface LineSearch {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
}

/**
 * Takes each line that holds the pattern, as JSON of ripgrep, until `take` gives false. False where the pattern is no
 * regular expression. @see https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html
 */
export async function searchFiles(
  ripgrep: string,
  folder: string,
  { pattern, isRegex, ignoresCase }: LineSearch,
  take: (json: string) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const options = [
    ...usual,
    ...['--json', '--max-filesize', '5M'],
    ...(isRegex ? [] : ['--fixed-strings']),
    ignoresCase ? '--ignore-case' : '--case-sensitive',
    ...['--regexp', pattern, '--', '.'],
  ];
  return (await eachLine(ripgrep, options, folder, take, signal)) !== 2;
}

/** The exit code; 0 where it was stopped since enough was taken. */
async function eachLine(
  program: string,
  options: readonly string[],
  folder: string,
  take: (line: string) => boolean,
  signal: AbortSignal,
): Promise<number | null> {
  const child = spawn(program, options, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal,
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // Whoever waits for the lines first must not leave this unheard.
  exit.catch(() => undefined);
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    if (take(line)) continue;
    child.kill();
    return 0;
  }
  return await exit;
}
