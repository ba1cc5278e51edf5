// Knows that a lease lets one at a time through, outlives a dead holder, and never keeps anybody from what they do.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createFileLease } from '../../../src/node/waiting-lease.ts';

describe('A lease by a file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-lease-'));
    file = path.join(folder, 'deep', 'sign-in.lease');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lets one action run at a time, and leaves nothing behind', async () => {
    const leases = Array.from({ length: 4 }, () => createFileLease(file));
    let running = 0;
    let most = 0;
    const action = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
    };
    await Promise.all(leases.map((lease) => lease.run(action)));
    assert.equal(most, 1);
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('gives back what the action gave, and is free again where it failed', async () => {
    const lease = createFileLease(file);
    assert.equal(await lease.run(() => Promise.resolve('done')), 'done');
    await assert.rejects(lease.run(() => Promise.reject(new Error('failed'))), /failed/);
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
