import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readShared, watchShared, writeShared } from '../../../src/node/shared-files.ts';

describe('a shared text', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'shared-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is null until it is written, and then what was written last', async () => {
    const file = path.join(folder, 'deep', 'one.json');
    assert.equal(await readShared(file), null);
    await writeShared(file, 'first');
    await writeShared(file, 'second');
    assert.equal(await readShared(file), 'second');
    assert.deepEqual(await readdir(path.dirname(file)), ['one.json']);
  });

  it('is never seen half written', async () => {
    const file = path.join(folder, 'one.json');
    const [left, right] = ['a'.repeat(300_000), 'b'.repeat(300_000)];
    await writeShared(file, left);
    const writing = (async () => {
      for (let round = 0; round < 20; round += 1) await writeShared(file, round % 2 === 0 ? right : left);
      return 'written' as const;
    })();
    for (;;) {
      const text = await readShared(file);
      assert.ok(text === left || text === right);
      if ((await Promise.race([writing, Promise.resolve()])) === 'written') return;
    }
  });

  it('rejects where it cannot be written, and leaves nothing behind', async () => {
    await writeShared(path.join(folder, 'flat'), '');
    await assert.rejects(writeShared(path.join(folder, 'flat', 'one.json'), 'text'));
    assert.deepEqual(await readdir(folder), ['flat']);
  });

  it('is heard of by who watches its folder, until the watch ends', async () => {
    const heard: string[] = [];
    let wake: () => void = () => undefined;
    const end = await watchShared(folder, (name) => {
      heard.push(name);
      if (name === 'one.json') wake();
    });
    const notified = new Promise<void>((resolve) => (wake = resolve));
    await writeShared(path.join(folder, 'one.json'), 'text');
    await notified;
    assert.ok(heard.includes('one.json'));
    end();
  });
});
