import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { LeaseFile } from '../../../src/node/leases/lease-file.ts';
import { appendPrivately, appendPrivatelyNow, writePrivately } from '../../../src/node/private-files.ts';
import { writeShared } from '../../../src/node/shared-files.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../support/vscode-host/owned-resources.ts';

describe('a private file', () => {
  let home = '';
  before(function () {
    // Windows has no such modes: there a person's folders are theirs already.
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    home = await createTemporaryFolder();
  });
  afterEach(async () => removeTemporaryFolder(home));
  const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

  const ways: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
    appended: (file) => appendPrivately(file, 'x'),
    appendedNow: (file) => Promise.resolve(file).then((name) => appendPrivatelyNow(name, 'x')),
    written: (file) => writePrivately(file, 'x'),
    shared: (file) => writeShared(file, 'x'),
  };
  for (const [way, write] of Object.entries(ways)) {
    it(`is nobody else's, and neither are the folders made for it (${way})`, async () => {
      const file = path.join(home, 'outer', 'inner', 'file');
      await write(file);
      assert.deepEqual(await Promise.all([file, path.dirname(file), path.dirname(path.dirname(file))].map(modeOf)), [
        '600',
        '700',
        '700',
      ]);
    });
  }

  it('is also the one that stands for a lease', async () => {
    const file = path.join(home, 'outer', 'lease');
    const giveBack = await new LeaseFile(file, 1000).take();
    assert.deepEqual(await Promise.all([file, path.dirname(file)].map(modeOf)), ['600', '700']);
    await giveBack?.();
  });

  it('closes a folder that stood open', async () => {
    const folder = path.join(home, 'conversations');
    await mkdir(folder);
    await chmod(folder, 0o755);
    await appendPrivately(path.join(folder, 'a'), 'one ');
    await appendPrivately(path.join(folder, 'a'), 'two');
    assert.equal(await modeOf(folder), '700');
    assert.equal(await readFile(path.join(folder, 'a'), 'utf8'), 'one two');
  });
});
