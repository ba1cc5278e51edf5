// Knows that what the windows of a person spend adds up, whoever writes when, and that a disk that fails forgets nothing.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../src/core/ports.ts';
import { SpendingFile } from '../../../src/node/spending-file.ts';

describe('the count of what the API key has spent', () => {
  let folder: string;
  let file: string;
  /** The same clock with another date. */
  const at = (now: () => number): typeof systemClock => ({ ...systemClock, now });

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-spending-'));
    file = path.join(folder, 'deep', 'key-spending.json');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('is nothing at first, and holds at once in the window that added', async () => {
    const window = new SpendingFile(file);
    assert.equal(window.today, 0);
    window.add(20);
    window.add(5);
    assert.equal(window.today, 25);
    await window.settled();
    assert.equal(window.today, 25);
  });

  it('loses no addition of two windows that add at the same time, and is seen whole by both', async () => {
    const windows = [new SpendingFile(file), new SpendingFile(file)];
    for (let turn = 0; turn < 10; turn += 1) {
      for (const window of windows) window.add(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(windows.map((window) => window.settled()));
    assert.deepEqual(windows.map(({ today }) => today), [200, 200]);
    assert.equal(new SpendingFile(file).today, 200);
    assert.deepEqual(await readdir(path.dirname(file)), ['key-spending.json']);
  });

  it('begins anew with the person\'s day', async () => {
    let now = new Date(2026, 4, 1, 23, 59).getTime();
    const window = new SpendingFile(file, at(() => now));
    window.add(30);
    await window.settled();
    now = new Date(2026, 4, 2, 0, 1).getTime();
    assert.equal(window.today, 0);
    window.add(7);
    await window.settled();
    assert.equal(new SpendingFile(file, at(() => now)).today, 7);
  });

  it('goes on counting in memory while the disk refuses, and writes all of it when it takes it again', async () => {
    await writeFile(path.join(folder, 'deep'), '');
    const window = new SpendingFile(file);
    window.add(30);
    window.add(10);
    await window.settled();
    assert.equal(window.today, 40);
    await rm(path.join(folder, 'deep'));
    window.add(2);
    await window.settled();
    assert.equal(window.today, 42);
    assert.equal(new SpendingFile(file).today, 42);
  });

  it('does not fall where the file is gone or spoiled', async () => {
    const window = new SpendingFile(file);
    window.add(30);
    await window.settled();
    await writeFile(file, '{"day"');
    assert.equal(window.today, 30);
    await rm(file);
    assert.equal(window.today, 30);
    window.add(1);
    await window.settled();
    assert.equal(new SpendingFile(file).today, 31);
  });

  it('is forgotten with what is being written and what waits, and nothing of it is written again', async () => {
    const window = new SpendingFile(file);
    window.add(30);
    await window.settled();
    window.add(12);
    await window.forget();
    assert.deepEqual([window.today, await readdir(path.dirname(file))], [0, []]);
    window.add(5);
    await window.settled();
    assert.deepEqual([window.today, new SpendingFile(file).today], [5, 5]);
  });

  it('is forgotten where the disk has refused it', async () => {
    await writeFile(path.join(folder, 'deep'), '');
    const window = new SpendingFile(file);
    window.add(30);
    await window.forget();
    assert.equal(window.today, 0);
  });

  it('waits no longer than a moment for a window that died while it wrote', async () => {
    await mkdir(path.dirname(file));
    await writeFile(`${file}.lease`, `${Date.now() + 200} dead`);
    const window = new SpendingFile(file);
    window.add(30);
    await window.settled();
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), { day: new Date().toLocaleDateString('sv'), tokens: 30 });
  });
});
