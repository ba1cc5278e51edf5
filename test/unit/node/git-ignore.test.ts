// Knows that git is asked about a file in its own folder, and that no answer counts as no.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isIgnoredByGit } from '../../../src/node/git-ignore.ts';

describe('a file that git is asked about', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'git-ignore-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is ignored where a rule says so, and only then', async () => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    await writeFile(path.join(folder, '.gitignore'), '*.log\n-odd\n');
    assert.deepEqual(await Promise.all(['a.log', '-odd', 'a.ts'].map((name) => isIgnoredByGit(path.join(folder, name)))), [true, true, false]);
  });

  it('is not ignored outside a repository, nor in a folder that is not there', async () => {
    assert.equal(await isIgnoredByGit(path.join(folder, 'a.log')), false);
    assert.equal(await isIgnoredByGit(path.join(folder, 'gone', 'a.log')), false);
  });
});
