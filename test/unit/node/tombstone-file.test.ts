import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isBuried } from '../../../src/core/account/accounts/tombstones.ts';
import { systemClock } from '../../../src/core/ports.ts';
import { TombstoneFile } from '../../../src/node/tombstone-file.ts';
import { accountNamed } from '../../support/fakes/sessions.ts';

const ada = { account: accountNamed('ada'), generation: 5 };
const ben = { account: accountNamed('ben'), generation: 6 };

describe('the file of what has ended', () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'tidemark-ended-'));
    folder = path.join(home, 'ended');
  });
  afterEach(async () => {
    await rm(home, { recursive: true });
  });

  it('is seen by another window at the very moment that it is written, in a file of the person alone', async () => {
    const [left, right] = [new TombstoneFile(folder), new TombstoneFile(folder)];
    assert.equal(isBuried(right.current, ada), false);
    await left.bury([ada]);
    assert.equal(isBuried(right.current, ada), true);
    assert.deepEqual(await readdir(folder), ['ended.json']);
    assert.equal(((await stat(path.join(folder, 'ended.json'))).mode & 0o777).toString(8), '600');
  });

  it('loses nothing where two windows end something at once', async () => {
    const [left, right] = [new TombstoneFile(folder), new TombstoneFile(folder)];
    await Promise.all([left.bury([ada]), right.bury([ben])]);
    const { current } = new TombstoneFile(folder);
    assert.deepEqual([isBuried(current, ada), isBuried(current, ben)], [true, true]);
  });

  it('tells other windows, and says whether all has ended', async () => {
    const [left, right] = [new TombstoneFile(folder), new TombstoneFile(folder)];
    const heard: boolean[] = [];
    const news = (isAll: boolean): Promise<void> =>
      new Promise((resolve) => {
        const subscription = right.onChange((wasAll) => {
          heard.push(wasAll);
          if (wasAll !== isAll) return;
          subscription.dispose();
          resolve();
        });
      });
    await left.bury([ben]);
    const some = news(false);
    const writes: Promise<void>[] = [];
    // The watch begins a moment after it was asked for.
    const again = setInterval(() => writes.push(left.bury([ada])), 20);
    await some;
    clearInterval(again);
    const all = news(true);
    const ending = setInterval(() => writes.push(left.buryAll()), 20);
    await all;
    clearInterval(ending);
    await Promise.all(writes);
    assert.equal(heard.at(-1), true);
  });

  it('ends everything up to now, and later sign-ins of before where a clock was ahead; no name is left then', async () => {
    const file = new TombstoneFile(folder, { ...systemClock, now: () => 3 });
    await file.bury([ada]);
    await file.buryAll();
    assert.deepEqual(file.current, { all: 5, accounts: new Map() });
    assert.equal(await readFile(path.join(folder, 'ended.json'), 'utf8'), '{"all":5,"accounts":{}}');
  });

  it('holds in the window that wrote it where the disk does not take it, or there is none', async () => {
    await writeFile(folder, 'a file in the place of the folder');
    for (const place of [folder, null]) {
      const file = new TombstoneFile(place);
      await file.bury([ada]);
      assert.equal(isBuried(file.current, ada), true);
      assert.equal(isBuried(new TombstoneFile(place).current, ada), false);
    }
  });
});
