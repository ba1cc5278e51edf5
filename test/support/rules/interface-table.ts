// The rows of the service's interface beside the titles of the tests that show them. Run by itself it prints the table
// as markdown.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod/mini';
import { type InterfaceRow, interfaceRows } from './interface-rows.ts';
import { projectFolder } from './source-files.ts';

export interface TestTitle {
  /** Relative to the project. */
  readonly file: string;
  readonly title: string;
}

export interface TableRow extends InterfaceRow {
  readonly tests: readonly TestTitle[];
}

const tag = /\[(\d+(?:\.\d+)?)(?: ([^\]]+))?\]/g;

/** The ids of all rows that a title names. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(tag)].flatMap(([, section = '', names]) =>
    names === undefined ? [section] : names.split(',').map((name) => `${section} ${name.trim()}`),
  );
}

export function tableOf(rows: readonly InterfaceRow[], titles: readonly TestTitle[]): TableRow[] {
  const byId = new Map<string, TestTitle[]>();
  for (const test of titles) for (const id of idsIn(test.title)) byId.set(id, [...(byId.get(id) ?? []), test]);
  return rows.map((row) => ({ ...row, tests: byId.get(row.id) ?? [] }));
}

/** Ids that a title names and the interface has not: most likely a slip of the pen. */
export function unknownIds(rows: readonly InterfaceRow[], titles: readonly TestTitle[]): string[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...new Set(titles.flatMap(({ title }) => idsIn(title)))].filter((id) => !known.has(id));
}

const reportSchema = z.object({ tests: z.array(z.object({ file: z.string(), fullTitle: z.string() })) });

/** The titles of all unit tests of the service, as mocha names them without running any. */
export function unitTestTitles(): TestTitle[] {
  const mocha = path.join(projectFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const flags = ['--dry-run', '--reporter', 'json', 'test/unit/core/**/*.test.ts', 'test/unit/demo/**/*.test.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [mocha, ...flags], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout.startsWith('{')) throw new Error(`mocha gave no report: ${stderr}`);
  const { tests } = reportSchema.parse(JSON.parse(stdout));
  return tests.map(({ file, fullTitle }) => ({
    file: path.relative(projectFolder, file).replaceAll(path.sep, '/'),
    title: fullTitle,
  }));
}

export function asMarkdown(table: readonly TableRow[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const lines = table.map(({ id, meaning, tests }) => {
    const shown = tests.map(
      ({ file, title }) => `${cell(title.replaceAll(/\s*\[\d+(?:\.\d+)?(?: [^\]]+)?\]/g, ''))} (\`${file}\`)`,
    );
    return `| ${cell(id)} | ${cell(meaning)} | ${shown.length === 0 ? '**no test**' : shown.join('<br>')} |`;
  });
  return ['| Row | What it says | Shown by |', '| --- | --- | --- |', ...lines].join('\n');
}

if (import.meta.main) console.log(asMarkdown(tableOf(interfaceRows, unitTestTitles())));
