// What the agent finds where VS Code brings no ripgrep: file by file, up to a number that is said.
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as Search from '../../../../../src/host/chat/agent/file-search.ts';
import type * as Offers from '../../../../../src/host/chat/context/offers.ts';
import { openFolders } from '../../../../support/fakes/open-folders.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../../../support/vscode-host/owned-resources.ts';

describe('a search without ripgrep', () => {
  let root = '';
  let listNames: typeof Search.listNames;
  let searchLines: typeof Search.searchLines;
  let offersOfWorkspace: typeof Offers.offersOfWorkspace;
  const { signal } = new AbortController();

  before(async () => {
    ({ listNames, searchLines } = await import('../../../../../src/host/chat/agent/file-search.ts'));
    ({ offersOfWorkspace } = await import('../../../../../src/host/chat/context/offers.ts'));
  });
  beforeEach(async () => {
    root = await createTemporaryFolder();
    openFolders(['app', root]);
  });
  afterEach(() => removeTemporaryFolder(root));

  const put = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  };
  const putMany = async (folder: string, count: number): Promise<void> => {
    await mkdir(path.join(root, folder), { recursive: true });
    const names = Array.from({ length: count }, (_, index) => `${folder}/f${String(index).padStart(4, '0')}.ts`);
    for (const name of names) await writeFile(path.join(root, name), 'x');
  };
  const found = async (glob: string | null): Promise<readonly [names: readonly string[], stopped: number | null]> => {
    const looked = await searchLines({ pattern: 'tide', isRegex: false, ignoresCase: false, glob }, 500, signal);
    assert.ok(typeof looked !== 'string');
    return [looked.results.map(({ name, line }) => `${name}:${line}`), looked.stoppedAfter];
  };

  it('has seen every file of a folder of 2,000, and says nothing', async () => {
    await putMany('a', 1999);
    await put('z.ts', 'one\ntide');
    assert.deepEqual(await found(null), [['z.ts:2'], null]);
    assert.equal((await listNames(null, 5000, signal)).stoppedAfter, null);
  });

  it('says after how many files it stopped, and goes where a glob leads', async () => {
    await putMany('a', 2000);
    await put('b/deep/z.ts', 'tide');
    await put('b/y.md', 'tide');
    assert.deepEqual(await found(null), [[], 2000]);
    assert.deepEqual(await found('b/**'), [['b/deep/z.ts:1', 'b/y.md:1'], null]);
    assert.deepEqual(await found('b/deep/*.ts'), [['b/deep/z.ts:1'], null]);
    const listed = await listNames(null, 5000, signal);
    assert.deepEqual([listed.results.length, listed.stoppedAfter], [2000, 2000]);
    assert.deepEqual(await listNames('b/*', 5000, signal), { results: ['b/y.md'], stoppedAfter: null });
  });

  it('goes neither behind a link nor into what is never searched, also where a glob leads there', async () => {
    await put('.git/config', 'tide');
    await put('node_modules/one/a.ts', 'tide');
    await put('b/y.md', 'tide');
    await symlink(path.join(root, 'b'), path.join(root, 'link'));
    for (const glob of ['.git/**', 'node_modules/**', 'link/**', '../**', 'none/**'])
      assert.deepEqual(await found(glob), [[], null], glob);
    assert.deepEqual(await found(null), [['b/y.md:1'], null]);
  });

  it('is what an @ offers as well, up to 5,000 files, and it says so', async () => {
    await putMany('a', 5000);
    assert.equal((await offersOfWorkspace()).note, undefined);
    await put('z.ts', '');
    const { files, note } = await offersOfWorkspace();
    assert.deepEqual([files.length, note], [5000, 'Only the first 5000 files are offered. Drop others here.']);
  });
});
