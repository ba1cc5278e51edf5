// Reads what the commits of a git repository did to its files.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { CommittedFile, Hunk } from './written-edits.ts';

const extensions = new Set([
  '.ts',
  '.tsx',
  '.js',
  '.py',
  '.go',
  '.rs',
  '.css',
  '.json',
  '.md',
  '.yml',
  '.toml',
  '.java',
  '.rb',
  '.c',
]);

/** @param count how many changed files are read at most, newest first. */
export function committedFiles(gitDirectory: string, count: number, largest = 40_000): readonly CommittedFile[] {
  const git = (...args: string[]): string =>
    execFileSync('git', [`--git-dir=${gitDirectory}`, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const files: CommittedFile[] = [];
  for (const commit of git('log', '--no-merges', '--format=%H', '-n', '2000').trim().split('\n')) {
    if (files.length >= count) break;
    const changed = git(
      'diff-tree',
      '-r',
      '--root',
      '--diff-filter=M',
      '--no-commit-id',
      '--raw',
      '--no-renames',
      '--abbrev=40',
      commit,
    );
    for (const row of changed.trim().split('\n').slice(0, 3)) {
      const [meta = '', file = ''] = row.split('\t');
      const [, , old = '', made = ''] = meta.split(' ');
      if (!extensions.has(path.extname(file)) || files.length >= count || old === '') continue;
      const before = git('cat-file', 'blob', old);
      if (before.length > largest || before.includes('\r') || !before.endsWith('\n')) continue;
      const hunks = hunksOf(git('diff', '-U0', '--no-color', old, made));
      if (hunks.length > 0) files.push({ path: file, before, hunks });
    }
  }
  return files;
}

function hunksOf(diff: string): readonly Hunk[] {
  const hunks: { start: number; removed: string[]; added: string[] }[] = [];
  for (const line of diff.split('\n')) {
    const header = /^@@ -(\d+)(?:,(\d+))? /u.exec(line);
    if (header !== null) hunks.push({ start: Number(header[1]) - (header[2] === '0' ? 0 : 1), removed: [], added: [] });
    else if (line.startsWith('\\')) return [];
    else if (line.startsWith('-')) hunks.at(-1)?.removed.push(line.slice(1));
    else if (line.startsWith('+')) hunks.at(-1)?.added.push(line.slice(1));
  }
  return hunks;
}
