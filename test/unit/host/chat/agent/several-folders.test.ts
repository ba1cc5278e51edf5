// Files of several open folders: each is named with its folder's name before it, and is found by what it is named.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as Places from '../../../../../src/host/chat/agent/places.ts';
import type * as Search from '../../../../../src/host/chat/agent/file-search.ts';
import { openFolders } from '../../../../support/fakes/open-folders.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../../../support/vscode-host/owned-resources.ts';

describe('files of several open folders', () => {
  let root = '';
  let places: typeof Places;
  let search: typeof Search;
  const { signal } = new AbortController();
  const at = (...names: readonly string[]): string => path.join(root, ...names);

  before(async () => {
    places = await import('../../../../../src/host/chat/agent/places.ts');
    search = await import('../../../../../src/host/chat/agent/file-search.ts');
  });
  beforeEach(async () => {
    root = await createTemporaryFolder();
    for (const name of ['one/app', 'two/app', 'lib', 'web']) {
      await mkdir(at(name, 'src'), { recursive: true });
      await writeFile(at(name, 'src', 'a.ts'), `tide of ${name}`);
    }
    await mkdir(at('lib', 'app', 'src'), { recursive: true });
    await writeFile(at('lib', 'app', 'src', 'b.ts'), 'tide of lib/app');
    openFolders(['app', at('one/app')], ['lib', at('lib')], ['app', at('two/app')], ['apps/web', at('web')]);
  });
  afterEach(() => removeTemporaryFolder(root));

  const listed = async (glob: string | null): Promise<readonly string[]> =>
    (await search.listNames(glob, 500, signal)).results;
  const searched = async (glob: string | null): Promise<readonly string[]> => {
    const query = { pattern: 'tide', isRegex: false, ignoresCase: false, glob };
    const looked = await search.searchLines(query, 500, signal);
    assert.ok(typeof looked !== 'string');
    return looked.results.map(({ name, text }) => `${name}: ${text}`);
  };

  it('are listed by their folder, of two of one name the second one by their path, and found by that', async () => {
    const names = await listed(null);
    assert.deepEqual(names, [
      'app/src/a.ts',
      'lib/app/src/b.ts',
      'lib/src/a.ts',
      at('two/app/src/a.ts'),
      'apps/web/src/a.ts',
    ]);
    const files = ['one/app/src/a.ts', 'lib/app/src/b.ts', 'lib/src/a.ts', 'two/app/src/a.ts', 'web/src/a.ts'];
    for (const [index, name] of names.entries()) {
      const place = (await places.placed(name)) ?? assert.fail(name);
      const file = at(files[index] ?? assert.fail());
      assert.deepEqual([place.uri.fsPath, place.name, place.is, place.found.lies], [file, name, 'file', 'inside']);
      assert.equal((await places.placedAgain(place))?.uri.fsPath, file);
    }
  });

  it('are searched by a glob that begins with the name of a folder, or with none', async () => {
    assert.deepEqual(await searched('lib/src/**'), ['lib/src/a.ts: tide of lib']);
    assert.deepEqual(await searched('app/src/*.ts'), [
      'app/src/a.ts: tide of one/app',
      `${at('two/app/src/a.ts')}: tide of two/app`,
    ]);
    assert.deepEqual(await listed('./apps/web/**'), ['apps/web/src/a.ts']);
    assert.deepEqual(await listed('{lib,apps/web}/src/*.ts'), ['lib/src/a.ts', 'apps/web/src/a.ts']);
    assert.deepEqual(await listed('src/a.ts'), [
      'app/src/a.ts',
      'lib/src/a.ts',
      at('two/app/src/a.ts'),
      'apps/web/src/a.ts',
    ]);
    assert.deepEqual(await listed('lib/*.ts'), []);
  });

  it('are new in the folder that their name begins with, else in the first one, and never beside it', async () => {
    const paths = ['lib/new.ts', 'new.ts', './lib//deep/new.ts', 'apps/web', 'apps/other/new.ts', 'libs/new.ts'];
    const placed = await Promise.all(paths.map(async (name) => (await places.placed(name))?.uri.fsPath));
    assert.deepEqual(
      placed.map((file) => path.relative(root, file ?? '')),
      ['lib/new.ts', 'one/app/new.ts', 'lib/deep/new.ts', 'web', 'one/app/apps/other/new.ts', 'one/app/libs/new.ts'],
    );
    assert.equal((await places.placed('lib/../../secret'))?.found.lies, 'outside');
  });

  it('are judged by their path within their own folder', async () => {
    const inside = async (name: string): Promise<readonly string[]> =>
      (await places.placed(name))?.found.within ?? assert.fail(name);
    for (const name of ['lib/src/a.ts', at('two/app/src/a.ts'), 'apps/web/src/a.ts'])
      assert.deepEqual(await inside(name), ['src/a.ts', 'src/a.ts']);
  });
});
