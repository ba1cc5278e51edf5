// What the agent finds in the real editor, with VS Code's own ripgrep: the same files with a glob as without, and none
// that git ignores.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { vscodeWorkspace } from '../../src/host/chat/agent/vscode-workspace.ts';

describe('the files that the agent searches', () => {
  const [{ uri: root } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
  const folder = path.join(root.fsPath, 'searched');
  const workspace = vscodeWorkspace(() => false);
  const { signal } = new AbortController();
  const files: Readonly<Record<string, string>> = {
    '.git/HEAD': 'needle',
    '.gitignore': 'ignored.ts\nout/\n',
    'ignored.ts': 'needle',
    'out/one.ts': 'needle',
    'a/one.ts': 'one\nneedle',
    'a/two.md': 'needle',
    'b/[x] y/three.ts': 'needle',
    'long.min.js': 'needle; '.repeat(100_000),
  };

  before(() => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  const found = async (glob: string | null): Promise<string[]> => {
    const query = { pattern: 'needle', isRegex: false, ignoresCase: false, glob };
    const looked = await workspace.search(query, 500, signal);
    assert.ok(typeof looked !== 'string' && looked.stoppedAfter === null);
    const names = looked.results
      .filter(({ name }) => name.startsWith('searched/'))
      .map(({ name, line }) => `${name}:${line}`);
    return names.sort();
  };
  const globs: readonly (readonly [glob: string | null, names: readonly string[]])[] = [
    [null, ['a/one.ts:2', 'a/two.md:1', 'b/[x] y/three.ts:1', 'long.min.js:1']],
    ['*.ts', ['a/one.ts:2', 'b/[x] y/three.ts:1']],
    ['searched/a/**', ['a/one.ts:2', 'a/two.md:1']],
    ['searched/{a,b}/**/*.{ts,md}', ['a/one.ts:2', 'a/two.md:1', 'b/[x] y/three.ts:1']],
    ['searched/b/*/three.ts', ['b/[x] y/three.ts:1']],
    ['searched/out/*.ts', []],
    ['searched/ignored.ts', []],
  ];
  for (const [glob, names] of globs) {
    it(`are those that git does not ignore${glob === null ? '' : ` and that fit ${glob}`}`, async () => {
      assert.deepEqual(
        await found(glob),
        names.map((name) => `searched/${name}`),
      );
      const { results } = await workspace.list(glob, 5000, signal);
      const listed = results.filter((name) => name.startsWith('searched/'));
      const searched = new Set(names.map((name) => `searched/${name.replace(/:\d$/, '')}`));
      assert.deepEqual(
        listed.filter((name) => name !== 'searched/.gitignore'),
        [...searched].sort(),
      );
    });
  }

  it('tell of a very long line its beginning', async () => {
    const query = { pattern: 'needle', isRegex: false, ignoresCase: false, glob: 'long.min.js' };
    const looked = await workspace.search(query, 500, signal);
    assert.ok(typeof looked !== 'string');
    const [match] = looked.results;
    assert.ok(match !== undefined && match.text.startsWith('needle; ') && match.text.length < 5000);
  });
});
