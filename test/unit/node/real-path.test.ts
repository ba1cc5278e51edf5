import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { allLieIn } from '../../../src/node/real-path.ts';

describe('Files that are to lie in a folder', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'tidemark-'));
    mkdirSync(path.join(home, 'shop', 'src'), { recursive: true });
    mkdirSync(path.join(home, 'private'));
    writeFileSync(path.join(home, 'private', 'notes.txt'), 'secret');
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const lie = (...names: readonly string[]): Promise<boolean> =>
    allLieIn(
      names.map((name) => path.join(home, 'shop', name)),
      [path.join(home, 'shop')],
    );

  it('do so where they are there, where nothing is there yet, and as the folder itself', async () => {
    assert.equal(await lie('.', 'src', 'src/new.ts', 'HEAD~1', 'gone/deeper'), true);
    assert.equal(await lie(), true);
  });

  it('do not where a link leads away, of the file or of a folder on its way', async () => {
    symlinkSync(path.join(home, 'private', 'notes.txt'), path.join(home, 'shop', 'notes.txt'));
    symlinkSync(path.join(home, 'private'), path.join(home, 'shop', 'docs'));
    symlinkSync(path.join(home, 'shop', 'src'), path.join(home, 'shop', 'lib'));
    assert.deepEqual(
      [
        await lie('notes.txt'),
        await lie('docs/notes.txt'),
        await lie('docs'),
        await lie('docs/new.txt'),
        await lie('lib/a.ts'),
      ],
      [false, false, false, false, true],
    );
    assert.equal(await lie('src', 'notes.txt'), false);
  });

  it('do not beside the folder', async () => {
    assert.equal(await lie('../private/notes.txt'), false);
  });
});
