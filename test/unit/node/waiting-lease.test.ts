import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createFileLease } from '../../../src/node/leases/waiting-lease.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';

describe('A lease by a file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-lease-'));
    file = path.join(folder, 'deep', 'sign-in.lease');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lets one action run at a time, and leaves nothing behind', async () => {
    const clock = new FakeClock();
    const leases = Array.from({ length: 4 }, () => createFileLease(file, clock));
    let left = leases.length;
    let running = 0;
    let most = 0;
    const action = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      left -= 1;
      // Every other one has looked and waits.
      while (clock.waiting < left) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const all = Promise.all(leases.map((lease) => lease.run(action)));
    while (left > 0 || running > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (running === 0) clock.advance(100);
    }
    await all;
    assert.equal(most, 1);
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('gives back what the action gave, and is free again where it failed', async () => {
    const lease = createFileLease(file);
    assert.equal(await lease.run(() => Promise.resolve('done')), 'done');
    await assert.rejects(
      lease.run(() => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(await lease.run(() => Promise.resolve('done')), 'done');
  });

  it('takes the place of a holder that died', async () => {
    await createFileLease(file).run(() => Promise.resolve());
    await writeFile(file, `${Date.now() - 1} dead`);
    assert.equal(await createFileLease(file).run(() => Promise.resolve('done')), 'done');
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('takes the place of a file that was left half written', async () => {
    await createFileLease(file).run(() => Promise.resolve());
    await writeFile(file, 'hold');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(file, longAgo, longAgo);
    assert.equal(await createFileLease(file).run(() => Promise.resolve('done')), 'done');
  });

  it('runs the action all the same where no file can be written', async () => {
    await writeFile(path.join(folder, 'no-folder'), '');
    const lease = createFileLease(path.join(folder, 'no-folder', 'sign-in.lease'));
    assert.equal(await lease.run(() => Promise.resolve('done')), 'done');
  });
});
