// Measures the agent's search on a tree of 50,000 files, beside the same ripgrep as a person runs it: the search
// itself, the whole tool, which then looks through each file that was found for secrets, and what it takes of memory.
// Beside it, without a budget, stands the search of a VS Code that brings no ripgrep.
//
// npm run bench:search [-- --files 50000 --repetitions 7]
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readGlob, whereaboutsOf } from '../../src/core/chat/tools/calls/glob.ts';
import { searchTool } from '../../src/core/chat/tools/calls/reading-tools.ts';
import type { JsonObject } from '../../src/core/chat/messages/blocks.ts';
import type { SearchMatch, Workspace } from '../../src/core/chat/tools/calls/workspace.ts';
import { findRipgrep, searchFiles } from '../../src/node/programs/ripgrep.ts';
import { openFolders } from '../support/fakes/open-folders.ts';
import { installVsCode } from '../support/vscode-host/install.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { median } from './panel/figures.ts';
import { commonWord, rareWord, writeTree } from './search/tree.ts';

const { values } = parseArgs({ options: { files: { type: 'string' }, repetitions: { type: 'string' } } });
const files = Number(values.files ?? 50_000);
const repetitions = Number(values.repetitions ?? 7);
const budget = 1.5;
/** What the process may take more than at its beginning, in MB. */
const memoryBudget = 100;

interface Input {
  readonly pattern: string;
  readonly isRegex?: boolean;
  readonly glob?: string;
}

interface Search {
  readonly name: string;
  readonly input: Input & JsonObject;
  /** As a person writes it, and how many lines they look at. */
  readonly options: readonly string[];
  /** Of a line that holds the word 60,000 times, ripgrep tells each place: no budget is for that. */
  readonly isOdd?: boolean;
}

const mostLines = 200;
const searches: readonly Search[] = [
  { name: 'a rare word', input: { pattern: rareWord }, options: ['-F', rareWord] },
  { name: 'nothing', input: { pattern: 'noSuchWordAnywhere' }, options: ['-F', 'noSuchWordAnywhere'] },
  { name: 'a common word, the first 200', input: { pattern: commonWord }, options: ['-F', commonWord] },
  {
    name: 'a word that a line holds 60,000 times, in the only file of a name',
    isOdd: true,
    input: { pattern: commonWord, glob: 'bundle7.min.js' },
    options: ['-F', '-g', 'bundle7.min.js', commonWord],
  },
  {
    name: 'a regular expression, the first 200',
    input: { pattern: String.raw`export\s+const\s+\w+48\b`, isRegex: true },
    options: [String.raw`export\s+const\s+\w+48\b`],
  },
  {
    name: 'a regular expression without a hit',
    input: { pattern: String.raw`harbour\s+lighthouse\d{3}`, isRegex: true },
    options: [String.raw`harbour\s+lighthouse\d{3}`],
  },
  {
    name: 'a rare word in one kind of files',
    input: { pattern: rareWord, glob: '*.json' },
    options: ['-F', '-g', '*.json', rareWord],
  },
  {
    name: 'nothing in one folder',
    input: { pattern: 'noSuchWordAnywhere', glob: 'area3/**/*.md' },
    options: ['-F', '-g', 'area3/**/*.md', 'noSuchWordAnywhere'],
  },
];

const root = await createTemporaryFolder();
try {
  const { root: appRoot } = await installVsCode('current');
  const ripgrep = await findRipgrep(appRoot);
  if (ripgrep === null) throw new Error('VS Code brings no ripgrep here.');
  await writeTree(root, files);
  console.log(`\n${files} files, medians of ${repetitions} runs after one that is not counted\n`);
  console.log(`| search | ripgrep, ms | ours, ms | × | with the look for secrets, ms | memory, MB |`);
  console.log('| :--- | ---: | ---: | ---: | ---: | ---: |');
  const over: string[] = [];
  for (const { name, input, options, isOdd = false } of searches) {
    const [plain, ours, whole]: [number[], number[], number[]] = [[], [], []];
    let memory = 0;
    for (let run = 0; run <= repetitions; run += 1) {
      plain.push(await timed(() => runPlain(ripgrep, options)));
      const before = process.memoryUsage().rss;
      const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage().rss - before)), 5);
      ours.push(await timed(() => runSearch(ripgrep, input)));
      whole.push(await timed(() => runTool(ripgrep, input)));
      clearInterval(watch);
    }
    const [theirs = 0, own = 0, tool = 0] = [plain, ours, whole].map((times) => median(times.slice(1)));
    const ratio = own / theirs;
    const megabytes = memory / 1_000_000;
    if ((ratio > budget && !isOdd) || megabytes > memoryBudget) over.push(name);
    const figures = [theirs.toFixed(0), own.toFixed(0), ratio.toFixed(2), tool.toFixed(0), megabytes.toFixed(0)];
    console.log(`| ${name} | ${figures.join(' | ')} |`);
  }
  await measureWithoutRipgrep();
  console.log(over.length === 0 ? '\nwithin' : `\nOVER  ${over.join(', ')}`, `(${budget} ×, ${memoryBudget} MB)`);
} finally {
  await removeTemporaryFolder(root);
}

/** It looks at the files one by one, and stops. */
async function measureWithoutRipgrep(): Promise<void> {
  openFolders(['tree', root]);
  const { searchLines } = await import('../../src/host/chat/agent/file-search.ts');
  const query = { pattern: 'noSuchWordAnywhere', isRegex: false, glob: null, ignoresCase: false };
  let stoppedAfter: number | null = null;
  const search = async (): Promise<void> => {
    const looked = await searchLines(query, mostLines + 1, new AbortController().signal);
    if (typeof looked === 'string') throw new Error('The search cannot be made.');
    ({ stoppedAfter } = looked);
  };
  const times: number[] = [];
  for (let run = 0; run <= repetitions; run += 1) times.push(await timed(search));
  const own = median(times.slice(1)).toFixed(0);
  console.log(`| nothing, without ripgrep: it stops after ${stoppedAfter} files | – | ${own} | – | – | – |`);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

/** Until it has ended, or a person has seen enough. */
async function runPlain(ripgrep: string, options: readonly string[]): Promise<void> {
  const child = spawn(ripgrep, ['--line-number', ...options, '.'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let lines = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) lines += 1;
    if (lines > mostLines) child.kill();
  }
  await ended;
}

async function runSearch(ripgrep: string, { pattern, isRegex = false, glob }: Input): Promise<void> {
  const query = { pattern, isRegex, glob: glob ?? null, ignoresCase: false };
  await workspaceOf(ripgrep).search(query, mostLines + 1, new AbortController().signal);
}

async function runTool(ripgrep: string, input: Search['input']): Promise<void> {
  const never = new AbortController().signal;
  const call = await searchTool(workspaceOf(ripgrep)).prepare(input, never);
  if (call.kind !== 'prepared') throw new Error('The search cannot be made.');
  const result = await call.run(never);
  if (result.isError) throw new Error('The search has failed.');
}

/** As VS Code's is, over the same ripgrep. */
function workspaceOf(ripgrep: string): Workspace {
  const none = (): never => {
    throw new Error('Nothing else is asked for.');
  };
  return {
    async search({ pattern, isRegex, ignoresCase, glob }, most, signal) {
      const fits = glob === null ? (): boolean => true : readGlob(glob);
      const found: SearchMatch[] = [];
      const wanted = { pattern, isRegex, ignoresCase, where: whereaboutsOf(glob) };
      const take = ({ file, line, text }: { file: string; line: number; text: string }): boolean => {
        if (fits(file) && found.length < most) found.push({ name: file, line, text });
        return found.length < most;
      };
      return (await searchFiles(ripgrep, root, wanted, take, signal))
        ? { results: found, stoppedAfter: null }
        : 'noRegex';
    },
    async wholeText(name, most) {
      const file = path.join(root, name);
      return (await stat(file)).size > most ? null : await readFile(file, 'utf8');
    },
    find: none,
    read: none,
    list: none,
    problems: none,
    problemsOfAll: none,
    problemsAfterChange: none,
    write: none,
    remove: none,
    rename: none,
  };
}
