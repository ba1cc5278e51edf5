// Tools that look at the workspace: a file, the names of files, text in files, and what editors report. All are
// bounded, and say where something is left out.
import * as z from 'zod/mini';
import { type Problem, problemList } from '../../attachments/problem-list.ts';
import { secretSign } from '../../attachments/secret-scan.ts';
import { subjectOf } from '../consent/consent.ts';
import { boundedText } from './bounded-text.ts';
import { isBoundedGlob } from './glob.ts';
import {
  type CallResult,
  failed,
  impossible,
  type ImpossibleCall,
  type OfferedTool,
  type PreparedCall,
  succeeded,
  type ToolOutcome,
} from './offered-tool.ts';
import { createTool, lineNumberSchema, pathSchema } from './tool-input.ts';
import type { Entry, FileContent, SearchMatch, Workspace } from './workspace.ts';

const mostLines = 2000;
const longestLine = 2000;
/** Characters of one result. */
export const longestResult = 60_000;
const mostNames = 500;
const mostMatches = 200;
const longestMatch = 300;
const mostProblems = 100;

const readInput = z.object({ path: pathSchema, from: z.optional(lineNumberSchema), to: z.optional(lineNumberSchema) });

export function readFileTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'read_file',
      description:
        `Reads a file as its editor shows it, unsaved changes included; lines are numbered. At most ${mostLines} lines at once: ` +
        'give from and to, counted from 1, for a part of a long file. Images are shown. Characters that do not show are named, ' +
        'such as ⟨U+200B⟩, and are no part of the text in that form.',
      isReadOnly: true,
    },
    readInput,
    async (input, signal) => {
      const entry = await workspace.find(input.path, signal);
      const missing = notReadable(entry, input.path);
      if (missing !== null || entry === null) return missing ?? impossible('No such file.');
      return {
        kind: 'prepared',
        action: { kind: 'read', files: [entry.found] },
        preview: { kind: 'input', input },
        run: async (running) =>
          contentOutcome(await workspace.read(entry, running), input.from ?? 1, input.to ?? Infinity),
      };
    },
  );
}

function notReadable(entry: Entry | null, path: string): ImpossibleCall | null {
  if (entry === null) return impossible(`${path} is no file that can be read.`);
  if (entry.is === 'missing')
    return impossible(`There is no file ${entry.name}. Look for it with list_files or search.`);
  return entry.is === 'folder' ? impossible(`${entry.name} is a folder. See what is in it with list_files.`) : null;
}

function contentOutcome(content: FileContent, from: number, to: number): CallResult {
  switch (content.kind) {
    case 'text':
      return { ...numberedLines(content.text, from, to), sources: [content.text] };
    case 'image':
      return { isError: false, content: [content.image] };
    case 'notebook':
      return failed('This is a notebook. Notebooks cannot be read or changed with these tools; say so to the person.');
    case 'binary':
      return failed('This file is no text.');
    case 'tooLarge':
      return failed('This file is too large to be read. Search in it instead.');
  }
}

function numberedLines(text: string, from: number, to: number): ToolOutcome {
  const lines = text.split(/\r?\n/);
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (count === 0) return succeeded('(The file is empty.)');
  if (from > count) return failed(`The file has only ${count} lines.`);
  if (to < from) return failed('The last line that you want is before the first one.');
  const last = Math.min(to, count, from + mostLines - 1);
  const taken: string[] = [];
  let length = 0;
  for (const [index, line] of lines.slice(from - 1, last).entries()) {
    const numbered = `${from + index}\t${boundedText(line, longestLine)}`;
    length += numbered.length + 1;
    if (length > longestResult && taken.length > 0) break;
    taken.push(numbered);
  }
  const shownTo = from + taken.length - 1;
  const rest = from === 1 && shownTo === count ? '' : `\n(Lines ${from} to ${shownTo} of ${count}.)`;
  return succeeded(taken.join('\n') + rest);
}

const globSchema = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(1000),
    z.refine(isBoundedGlob, 'has too many alternatives and parts: look for less at once'),
  );
const listInput = z.object({ glob: z.optional(globSchema) });

export function listFilesTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'list_files',
      description: `Names the files of the workspace, without those that git ignores; at most ${mostNames}. glob narrows it, for example "src/**/*.ts"; where several folders are open, each file's name begins with its folder's.`,
      isReadOnly: true,
    },
    listInput,
    (input) =>
      ofNames(input, async (signal) => {
        const { results, stoppedAfter } = await workspace.list(input.glob ?? null, mostNames + 1, signal);
        const names = results.length === 0 ? 'No file matches.' : withRest(results, mostNames, 'files');
        return succeeded(boundedText(names, longestResult) + stoppedNote(stoppedAfter));
      }),
  );
}

const searchInput = z.object({
  pattern: z.string().check(z.minLength(1), z.maxLength(2000)),
  isRegex: z.optional(z.boolean()),
  ignoreCase: z.optional(z.boolean()),
  glob: z.optional(globSchema),
});

export function searchTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'search',
      description:
        `Searches the text of files that git does not ignore and that do not look like secrets, line by line; at most ${mostMatches} lines. ` +
        'pattern is taken literally unless isRegex is true; glob narrows where it is looked for.',
      isReadOnly: true,
    },
    searchInput,
    (input) =>
      ofNames(input, async (signal) => {
        const { pattern, isRegex = false, ignoreCase: ignoresCase = false, glob = null } = input;
        const looked = await workspace.search({ pattern, isRegex, ignoresCase, glob }, mostMatches + 1, signal);
        if (looked === 'noRegex')
          return failed('The pattern is no regular expression. Leave isRegex out to search for it as it is.');
        if (looked === 'noRegexHere')
          return failed(
            'This editor has no ripgrep, so no regular expressions can be searched for. Leave isRegex out.',
          );
        const { results: matches, stoppedAfter } = looked;
        // What a file of secrets says is read file by file, with the person's consent.
        const isSecret = await secretFiles(workspace, new Set(matches.map(({ name }) => name)), signal);
        const told = matches.filter(({ name }) => !isSecret.has(name));
        const lines = told.map(({ name, line, text }) => `${name}:${line}: ${boundedText(text.trim(), longestMatch)}`);
        if (lines.length === 0) return succeeded(`Nothing was found.${stoppedNote(stoppedAfter)}`);
        const found = boundedText(withRest(lines, mostMatches, 'matches'), longestResult);
        const outcome = succeeded(found + stoppedNote(stoppedAfter));
        return { ...outcome, sources: linesByFile(told) };
      }),
  );
}

/** Bytes of one file, and characters of all, that are looked through behind a search: a third of a second. */
const largestSource = 1_000_000;
const mostSources = 8_000_000;
const readTogether = 16;

/** Of the files that were found, those that are secrets by their name or by anything that they say. */
async function secretFiles(
  workspace: Workspace,
  names: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const secret = new Set([...names].filter((name) => secretSign(name, '') !== null));
  const others = [...names].filter((name) => !secret.has(name));
  let looked = 0;
  for (let at = 0; at < others.length && looked < mostSources && !signal.aborted; at += readTogether) {
    const together = others.slice(at, at + readTogether);
    const texts = await Promise.all(together.map((name) => workspace.wholeText(name, largestSource)));
    for (const [index, name] of together.entries()) {
      const text = texts[index] ?? '';
      if (looked >= mostSources) break;
      looked += text.length;
      if (secretSign(name, text) !== null) secret.add(name);
    }
  }
  return secret;
}

function linesByFile(matches: readonly SearchMatch[]): readonly string[] {
  const texts = Map.groupBy(matches, ({ name }) => name);
  return [...texts.values()].map((lines) => lines.map(({ text }) => text.replace(/\r?\n$/, '')).join('\n'));
}

const problemsInput = z.object({ path: z.optional(pathSchema) });

export function problemsTool(workspace: Workspace): OfferedTool {
  return createTool(
    {
      name: 'problems',
      description: `Errors and warnings that the editor reports now, of one file or of all; at most ${mostProblems}.`,
      isReadOnly: true,
    },
    problemsInput,
    async (input, signal) => {
      const entry = input.path === undefined ? null : await workspace.find(input.path, signal);
      if (input.path !== undefined && entry === null) return impossible(`${input.path} is no file that can be read.`);
      return {
        kind: 'prepared',
        action: { kind: 'read', files: entry === null ? [] : [entry.found] },
        preview: { kind: 'input', input },
        run: async () => {
          const problems = entry === null ? await openProblems(workspace) : await workspace.problems(entry);
          const { text, shown, total } = problemList(problems, mostProblems);
          if (total === 0) return succeeded('No problems are reported.');
          const rest = shown < total ? `\n(${total - shown} more are left out.)` : '';
          return succeeded(boundedText(text, longestResult) + rest);
        },
      };
    },
  );
}

/** Of the files alone that may be read unasked: editors tell of files outside of the workspace as well. */
async function openProblems(workspace: Workspace): Promise<readonly Problem[]> {
  const files = await workspace.problemsOfAll();
  return files
    .filter(({ found }) => subjectOf({ kind: 'read', files: [found] }) === 'readInside')
    .flatMap(({ problems }) => problems);
}

/** What only tells names and lines of files that are not ignored needs no file of its own. */
function ofNames(input: Readonly<Record<string, unknown>>, run: PreparedCall['run']): Promise<PreparedCall> {
  return Promise.resolve({
    kind: 'prepared',
    action: { kind: 'read', files: [] },
    preview: { kind: 'input', input },
    run,
  });
}

function withRest(lines: readonly string[], most: number, what: string): string {
  const shown = lines.slice(0, most).join('\n');
  return lines.length > most ? `${shown}\n(There are more ${what}: narrow it down.)` : shown;
}

function stoppedNote(files: number | null): string {
  if (files === null) return '';
  return (
    `\n(This stopped after the first ${files} files of a folder, as this editor has no ripgrep: others were not looked at. ` +
    'Give a glob that begins with a folder, such as "src/**", to look only there.)'
  );
}
