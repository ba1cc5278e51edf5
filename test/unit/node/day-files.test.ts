import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { openDayFiles } from '../../../src/node/day-files.ts';

const day = '2026-05-01';

describe('the files of days', () => {
  let folder: string;

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'tidemark-days-')), 'deep', 'counted');
  });
  afterEach(async () => {
    await rm(path.dirname(path.dirname(folder)), { recursive: true });
  });

  it('lose no line of several windows that append at the same time, and cut none', async () => {
    const code = `
      import { openDayFiles } from ${JSON.stringify(new URL('../../../src/node/day-files.ts', import.meta.url).href)};
      const [, name, folder] = process.argv;
      const files = openDayFiles(folder);
      for (let n = 0; n < 300; n += 1) files.appendNow('${day}', '\\n' + name.repeat(200) + ' ' + n + '\\n');`;
    const write = (name: string): Promise<unknown> =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code, name, folder]);
    await Promise.all(['a', 'b', 'c'].map(write));
    const lines = (openDayFiles(folder).readNow(day) ?? '').split('\n').filter((line) => line !== '');
    const expected = ['a', 'b', 'c'].flatMap((name) =>
      Array.from({ length: 300 }, (_, n) => `${name.repeat(200)} ${n}`),
    );
    assert.deepEqual(new Set(lines), new Set(expected));
    assert.equal(lines.length, 900);
  });

  it('say which days there are, take a text in the place of another, and go all at once', async () => {
    const files = openDayFiles(folder);
    assert.deepEqual([files.readNow(day), await files.days()], [null, []]);
    files.appendNow(day, 'a');
    files.appendNow('2026-05-02', 'b');
    await writeFile(path.join(folder, 'notes.txt'), '');
    assert.deepEqual((await files.days()).toSorted(), [day, '2026-05-02']);
    await files.replace(day, 'c');
    assert.deepEqual([files.readNow(day), (await readdir(folder)).length], ['c', 3]);
    await files.deleteAll();
    assert.deepEqual([files.readNow(day), await files.days()], [null, []]);
    files.appendNow(day, 'd');
    assert.equal(files.readNow(day), 'd');
  });

  it('say by an error that the disk refuses', async () => {
    await mkdir(path.dirname(folder), { recursive: true });
    await writeFile(folder, '');
    const files = openDayFiles(folder);
    assert.throws(() => files.appendNow(day, 'a'));
    assert.deepEqual([files.readNow(day), await files.days()], [null, []]);
  });
});
