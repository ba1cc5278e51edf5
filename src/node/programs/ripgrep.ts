// The ripgrep that VS Code brings along: names of files, and lines in them, without what git ignores.
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import * as z from 'zod/mini';
import type { Whereabouts } from '../../core/chat/tools/calls/glob.ts';
import { parseJson } from '../../core/service/json.ts';
import { type OutputLine, outputLines } from './output-lines.ts';

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

/** More would make a long command line. */
const mostBeside = 200;
/** Files of git itself are nobody's; nothing that a person has configured for themselves changes what is found. */
const usual = ['--no-config', '--hidden', '--glob', '!**/.git/**', '--no-messages'];

/** A glob of ripgrep would say so as well, but also find what git ignores. */
async function narrowed(root: string, { folder, names }: Whereabouts): Promise<readonly string[]> {
  const kinds = names?.flatMap((name) => ['--type-add', `wanted:${name}`]) ?? [];
  const beside = await Promise.all(
    folder.map((name, depth) => besides(path.join(root, ...folder.slice(0, depth)), folder.slice(0, depth), name)),
  );
  return [...(names === null ? [] : [...kinds, '--type', 'wanted']), ...beside.flat()];
}

/** Leaves out what lies beside a folder, as far as it can be named in a few plain words. */
async function besides(parent: string, above: readonly string[], name: string): Promise<readonly string[]> {
  const beside = await readdir(parent).catch(() => []);
  const plain = beside.filter((other) => other !== name && /^[\w.-]+$/.test(other));
  return plain.length > mostBeside ? [] : plain.flatMap((other) => ['--glob', `!/${[...above, other].join('/')}`]);
}

/**
 * Takes each name, with forward slashes, until `take` gives false. Rejects where ripgrep cannot run.
 *
 * @param where the files are that are wanted
 */
export async function listFiles(
  ripgrep: string,
  folder: string,
  where: Whereabouts,
  take: (name: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const options = [...usual, ...(await narrowed(folder, where)), '--files', '--sort', 'path'];
  await eachLine(ripgrep, options, folder, ({ text, isWhole }) => !isWhole || take(slashed(text)), signal);
}

export interface LineSearch {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
  /** Of the files that are wanted. */
  readonly where: Whereabouts;
}

export interface FoundLine {
  /** With forward slashes, from the folder. */
  readonly file: string;
  readonly line: number;
  /** Of a very long one, the beginning. */
  readonly text: string;
}

/**
 * Takes each line that holds the pattern until `take` gives false. False where the pattern is no regular expression.
 */
export async function searchFiles(
  ripgrep: string,
  folder: string,
  { pattern, isRegex, ignoresCase, where }: LineSearch,
  take: (found: FoundLine) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const options = [
    ...usual,
    ...(await narrowed(folder, where)),
    ...['--json', '--max-filesize', '5M'],
    ...(isRegex ? [] : ['--fixed-strings']),
    ignoresCase ? '--ignore-case' : '--case-sensitive',
    ...['--regexp', pattern, '--', '.'],
  ];
  const takeLine = (line: OutputLine): boolean => {
    const found = foundIn(line);
    return found === null || take(found);
  };
  return (await eachLine(ripgrep, options, folder, takeLine, signal)) !== 2;
}

/** @see https://docs.rs/grep-printer/latest/grep_printer/struct.JSON.html */
const matchSchema = z.object({
  type: z.literal('match'),
  data: z.object({
    path: z.object({ text: z.string() }),
    lines: z.object({ text: z.string() }),
    line_number: z.int(),
  }),
});

/** What a line of ripgrep's tells of; null for all that is no found line. */
export function foundIn(line: OutputLine): FoundLine | null {
  return parsed(line.isWhole ? line.text : shortened(line));
}

/** A name or a line that is no text is told by bytes, and left out. */
function parsed(json: string): FoundLine | null {
  const match = matchSchema.safeParse(parseJson(json));
  if (!match.success) return null;
  const { path: file, lines, line_number: line } = match.data.data;
  return { file: fromFolder(file.text), line, text: lines.text };
}

/** Bytes of what ripgrep says of one line: beyond that, the places in it alone can be many times what it holds. */
export const longestRecord = 256 * 1024;
/** Characters of a line that are kept where there are more bytes. */
const longestBegin = 4096;
const begin = /^\{"type":"match","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")\},"lines":\{"text":"((?:[^"\\]|\\.)*)/;
/** Stands behind the text of the line; a quotation mark in the text has a backslash before it. */
export const lineNumber = /"\},"line_number":(\d+),/;

/** The same of the beginning of what was found, where all of it is too long to be read. */
function shortened({ text, mark }: OutputLine): string {
  const [whole = '', file = '', line = ''] = begin.exec(text) ?? [];
  const number = mark ?? lineNumber.exec(text.slice(Math.max(0, whole.length - 2)));
  const cut = /^(?:[^\\]|\\u[\da-f]{4}|\\.)*/i.exec(line.slice(0, longestBegin))?.[0] ?? '';
  return `{"type":"match","data":{"path":{"text":${file}},"lines":{"text":"${cut}…"},"line_number":${number?.[1] ?? ''}}}`;
}

function slashed(file: string): string {
  return file.split(path.sep).join('/');
}

function fromFolder(file: string): string {
  return slashed(file).replace(/^\.\//, '');
}

/** The exit code; 0 where it was stopped since enough was taken. */
async function eachLine(
  program: string,
  options: readonly string[],
  folder: string,
  take: (line: OutputLine) => boolean,
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
  for await (const line of outputLines(child.stdout, longestRecord, lineNumber)) {
    if (take(line)) continue;
    child.kill();
    return 0;
  }
  return await exit;
}
