// Knows that a lease has one holder at a time, also where holders die or race.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type GiveBack, takeLease } from '../../../src/node/lease-file.ts';

describe('a lease', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lease-'));
    file = path.join(folder, 'inner', 'one.lease');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const take = (now: number): Promise<GiveBack | null> => takeLease(file, 1000, () => now);

  it('has one holder, and the next one after it was given back', async () => {
    const giveBack = await take(0);
    assert.equal(await take(500), null);
    await giveBack?.();
    assert.notEqual(await take(501), null);
  });

  it('is taken from a holder that died, once its time is over', async () => {
    await take(0);
    assert.equal(await take(999), null);
    assert.notEqual(await take(1000), null);
    assert.equal(await take(1001), null);
  });

  it('is not given back by a holder whose time was over', async () => {
    const late = await take(0);
    assert.notEqual(await take(2000), null);
    await late?.();
    assert.equal(await take(2001), null);
  });

  it('is got by exactly one of many that find it expired together', async () => {
    for (let round = 0; round < 5; round += 1) {
      await take(round * 10_000);
      const got = await Promise.all(Array.from({ length: 12 }, () => take(round * 10_000 + 5000)));
      assert.equal(got.filter((giveBack) => giveBack !== null).length, 1);
      assert.deepEqual(await readdir(path.dirname(file)), ['one.lease']);
    }
  });

  it('is respected while its holder has not written its time yet', async () => {
    await (await take(0))?.();
    await writeFile(file, '');
    assert.equal(await takeLease(file, 60_000, Date.now), null);
    assert.notEqual(await takeLease(file, 60_000, () => Date.now() + 120_000), null);
  });

  it('is granted to everybody where nothing can be written', async () => {
    await writeFile(path.join(folder, 'flat'), '');
    file = path.join(folder, 'flat', 'one.lease');
    assert.notEqual(await take(0), null);
    assert.notEqual(await take(0), null);
  });
});
