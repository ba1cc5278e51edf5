import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LeaseFile } from '../../../src/node/leases/lease-file.ts';

const holder = path.join(import.meta.dirname, '../../support/sign-in/lease-holder.ts');

describe('a lease', () => {
  let folder = '';
  let file = '';
  /** What the windows' clocks show, in milliseconds; nobody but the test moves it. */
  let elapsed = 0;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lease-'));
    file = path.join(folder, 'inner', 'one.lease');
    await mkdir(path.dirname(file));
    elapsed = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));
  const window = (): LeaseFile => new LeaseFile(file, 60_000, () => elapsed);
  /** Tries every tenth of a second for so long; the milliseconds that it took, or null where it was not to be had. */
  const waits = async (lease: LeaseFile, milliseconds: number, step = 100): Promise<number | null> => {
    for (const begin = elapsed; elapsed - begin <= milliseconds; elapsed += step) {
      if ((await lease.take()) !== null) return elapsed - begin;
    }
    return null;
  };

  it('has one holder, and the next one after it was given back, and leaves nothing behind', async () => {
    const giveBack = await window().take();
    assert.equal(await window().take(), null);
    await giveBack?.();
    assert.deepEqual(await readdir(path.dirname(file)), []);
    assert.notEqual(await window().take(), null);
  });

  const minute = 60_000;
  const dates: readonly (readonly [what: string, seconds: number])[] = [
    ['long ago', -365 * 86_400],
    ['an hour ago', -3600],
    ['now', 0],
    ['in two minutes', 120],
    ['in a year', 365 * 86_400],
  ];
  for (const [what, seconds] of dates) {
    it(`of a dead holder is taken within five seconds where its file is dated ${what}`, async () => {
      const date = new Date(Date.now() + seconds * 1000);
      for (const content of [
        `${date.getTime()} 0b4c5f9e-1111-4222-8333-444455556666`,
        `0b4c5f9e-1111-4222-8333-444455556666 000001\n`,
        '',
        'hold',
        '9'.repeat(400),
        '\u0000\u0001',
      ]) {
        await writeFile(file, content);
        await writeFile(`${file}.guard`, '');
        await utimes(file, date, date);
        await utimes(`${file}.guard`, date, date);
        const waited = await waits(window(), 2 * minute);
        assert.ok(waited !== null && waited > 3000 && waited <= 5000, `${content}: ${String(waited)}`);
        await rm(file);
      }
    });
  }

  it('of a dead holder is taken within five seconds by one who looks every two', async () => {
    await writeFile(file, 'somebody');
    const waited = await waits(window(), minute, 2000);
    assert.ok(waited !== null && waited <= 5000, String(waited));
  });

  it('of a dead holder is taken also where others died while they took it over', async () => {
    const ids = Array.from({ length: 3 }, (_, index) => `0b4c5f9e-1111-4222-8333-44445555666${index}`);
    for (const [index, id] of ids.entries())
      await writeFile([file, ...ids.slice(0, index)].join('.'), `${id} 000001\n`);
    assert.notEqual(await waits(window(), minute), null);
    assert.deepEqual(await readdir(path.dirname(file)), ['one.lease']);
  });

  it('is not taken from a holder that lives, however long the others look and whatever their clocks show', async () => {
    const giveBack = await window().take();
    const other = window();
    for (let count = 0; count < 6; count += 1) {
      const before = await readFile(file, 'utf8');
      elapsed += 2000;
      assert.equal(await other.take(), null);
      while ((await readFile(file, 'utf8')) === before) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await giveBack?.();
    assert.notEqual(await other.take(), null);
  });

  it('is not taken from a holder that slept with the machine', async () => {
    await window().take();
    const other = window();
    assert.equal(await other.take(), null);
    elapsed += 8 * 3_600_000;
    assert.equal(await other.take(), null);
  });

  it('is given up by a holder that lives but never ends', async () => {
    const endless = new LeaseFile(file, 500);
    await endless.take();
    while (!(await readFile(file, 'utf8')).endsWith(' 000001\n'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    const waited = await waits(window(), minute);
    assert.ok(waited !== null && waited <= 5000, String(waited));
  });

  it('is not given back by a holder from whom it was taken', async () => {
    const late = await new LeaseFile(file, 0, () => elapsed).take();
    assert.notEqual(await waits(window(), minute), null);
    const taken = (await readFile(file, 'utf8')).slice(0, 36);
    await late?.();
    assert.equal((await readFile(file, 'utf8')).slice(0, 36), taken);
    assert.equal(await window().take(), null);
  });

  it('is got by exactly one of many that find its holder dead together', async () => {
    for (let round = 0; round < 5; round += 1) {
      await writeFile(file, `dead ${round}`);
      const windows = Array.from({ length: 12 }, window);
      for (let look = 0; look < 3; look += 1) {
        assert.deepEqual(
          (await Promise.all(windows.map((lease) => lease.take()))).filter((got) => got !== null),
          [],
        );
        elapsed += 1700;
      }
      const got: unknown[] = [];
      while (got.length === 0) {
        got.push(...(await Promise.all(windows.map((lease) => lease.take()))).filter((giveBack) => giveBack !== null));
      }
      assert.equal(got.length, 1);
      assert.deepEqual(await readdir(path.dirname(file)), ['one.lease']);
      await rm(file);
    }
  });

  it('is granted to everybody where nothing can be written', async () => {
    await writeFile(path.join(folder, 'flat'), '');
    const lease = new LeaseFile(path.join(folder, 'flat', 'one.lease'), minute);
    assert.notEqual(await lease.take(), null);
    assert.notEqual(await lease.take(), null);
  });

  it('is had by one process at a time, and by the next one soon after a kill', async function () {
    this.timeout(60_000);
    const processes = Array.from({ length: 3 }, (): ChildProcess => fork(holder, [file]));
    try {
      const holders: ChildProcess[] = [];
      for (const child of processes) child.on('message', () => holders.push(child));
      while (holders.length === 0) await Promise.race(processes.map((child) => once(child, 'message')));
      const [first] = holders;
      first?.kill('SIGKILL');
      await Promise.race(processes.filter((child) => child !== first).map((child) => once(child, 'message')));
      assert.equal(holders.length, 2);
      assert.notEqual(holders[1], first);
    } finally {
      for (const child of processes) child.kill('SIGKILL');
    }
  });
});
