import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, { mkdir, mkdtemp, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OpenedFile, placeOf, readOpened } from '../../../src/node/opened-file.ts';

describe('a file that is opened', () => {
  let home: string;
  let work: string;
  beforeEach(async () => {
    home = await realpath(await mkdtemp(path.join(tmpdir(), 'opened-')));
    work = path.join(home, 'work');
    await mkdir(path.join(work, 'sub'), { recursive: true });
    await writeFile(path.join(home, 'diary.txt'), 'dear diary');
    await writeFile(path.join(work, 'a.txt'), 'words');
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const at = (...names: string[]): string => path.join(work, ...names);
  const read = (file: string, limit = 100): Promise<OpenedFile> => readOpened(file, limit, [work]);
  /** Where it was found to be, and what it says. */
  const found = async (file: string): Promise<unknown> => {
    const opened = await read(file);
    return opened.kind === 'file'
      ? [opened.place.realPath, opened.place.isWithin, Buffer.from(opened.bytes).toString()]
      : opened.kind;
  };

  it('is read with its real path', async () => {
    assert.deepEqual(await found(at('a.txt')), [at('a.txt'), true, 'words']);
    assert.deepEqual(await found(at('sub', '..', 'a.txt')), [at('a.txt'), true, 'words']);
    await writeFile(at('empty'), '');
    assert.deepEqual(await found(at('empty')), [at('empty'), true, '']);
  });

  it('lies where its links lead: its own, and those of the folders above it', async () => {
    await symlink('a.txt', at('within'));
    await symlink('../diary.txt', at('first'));
    await symlink('first', at('second'));
    await symlink(home, at('sub', 'up'));
    assert.deepEqual(await found(at('within')), [at('a.txt'), true, 'words']);
    assert.deepEqual(await found(at('second')), [path.join(home, 'diary.txt'), false, 'dear diary']);
    assert.deepEqual(await found(at('sub', 'up', 'diary.txt')), [path.join(home, 'diary.txt'), false, 'dear diary']);
    assert.deepEqual(await found(at('sub', 'up', 'work', 'a.txt')), [at('a.txt'), true, 'words']);
    assert.deepEqual(await found(at('..', 'diary.txt')), [path.join(home, 'diary.txt'), false, 'dear diary']);
  });

  it('lies within a folder that was opened through a link, and not in one whose name only begins alike', async () => {
    await symlink(work, path.join(home, 'alias'));
    await mkdir(path.join(home, 'work-2'));
    await writeFile(path.join(home, 'work-2', 'b.txt'), 'b');
    const place = async (file: string, ...folders: string[]): Promise<boolean> =>
      (await placeOf(file, folders)).isWithin;
    assert.equal(await place(at('a.txt'), path.join(home, 'alias')), true);
    assert.equal(await place(path.join(home, 'alias', 'a.txt'), work), true);
    assert.equal(await place(path.join(home, 'work-2', 'b.txt'), work), false);
    assert.equal(await place(at('a.txt'), path.join(home, 'work-2'), work), true);
    assert.equal(await place(at('a.txt')), false);
  });

  it('is judged by its size, not by that of the link, and never read beyond the limit', async () => {
    await writeFile(at('exact'), 'x'.repeat(100));
    await writeFile(path.join(home, 'large'), 'x'.repeat(101));
    await symlink('../large', at('small'));
    assert.equal((await read(at('exact'))).kind, 'file');
    assert.deepEqual(await read(at('small')), { kind: 'tooLarge' });
    await truncate(path.join(home, 'large'), 2 ** 40);
    assert.deepEqual(await read(at('small')), { kind: 'tooLarge' });
  });

  it('is a folder only found, with where it lies', async () => {
    await symlink(home, at('away'));
    assert.deepEqual(await read(at('sub')), { kind: 'folder', place: { realPath: at('sub'), isWithin: true } });
    assert.deepEqual(await read(at('away')), { kind: 'folder', place: { realPath: home, isWithin: false } });
  });

  it('is no pipe, device or socket, nor a link to one, and nobody waits for its other end', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    await symlink('pipe', at('to-pipe'));
    await symlink('/dev/zero', at('zero'));
    await symlink('/dev/tty', at('tty'));
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    const kinds = await Promise.all(
      ['pipe', 'to-pipe', 'zero', 'tty', 'socket'].map(async (name) => (await read(at(name))).kind),
    );
    server.close();
    assert.deepEqual([...new Set(kinds)], ['noFile']);
    assert.equal((await read('/dev/null')).kind, 'noFile');
  });

  it('is not what the kernel tells of this process, by whatever name', async () => {
    await symlink('/proc/self/environ', at('environ'));
    await symlink('/proc/self', at('process'));
    await symlink('/sys/kernel/mm/transparent_hugepage/enabled', at('kernel'));
    for (const file of [at('environ'), at('process', 'environ'), '/proc/self/environ', '/proc/version', at('kernel')]) {
      assert.notEqual((await read(file, 1_000_000).catch(() => ({ kind: 'gone' }))).kind, 'file', file);
    }
  });

  it('rejects where there is nothing', async () => {
    await symlink('nowhere', at('dangling'));
    await symlink('circle', at('circle'));
    for (const name of ['gone', 'dangling', 'circle']) await assert.rejects(read(at(name)));
  });

  describe('whose name changes hands while it is read', () => {
    /** What is done with the file by its name, step by step: `before` is waited for ahead of each. */
    const interpose = (before: () => Promise<void>): (() => void) => {
      const kept = (['stat', 'lstat', 'open', 'realpath'] as const).map((name) => [name, fs[name]] as const);
      for (const [name, step] of kept)
        Reflect.set(fs, name, async (...given: unknown[]): Promise<unknown> => {
          await before();
          const found: unknown = await Reflect.apply(step, fs, given);
          return found;
        });
      syncBuiltinESMExports();
      return () => {
        for (const [name, step] of kept) Reflect.set(fs, name, step);
        syncBuiltinESMExports();
      };
    };
    const name = async (leadsTo: string): Promise<void> => {
      await symlink(leadsTo, at('next'));
      await rename(at('next'), at('name'));
    };
    /** What is found where the name means another file from the given step on; null where reading has fewer steps. */
    const foundFrom = async (step: number, first: string, then: string): Promise<OpenedFile | null> => {
      await name(first);
      let steps = 0;
      const leave = interpose(async () => {
        if (steps++ === step) await name(then);
      });
      const opened = await read(at('name')).finally(leave);
      return steps > step ? opened : null;
    };

    for (const [first, then] of [
      ['a.txt', '../diary.txt'],
      ['../diary.txt', 'a.txt'],
    ] as const) {
      it(`lies where what was read does, at whichever step the name of ${first} becomes that of ${then}`, async () => {
        const kinds: string[] = [];
        for (let step = 0; ; step += 1) {
          const opened = await foundFrom(step, first, then);
          if (opened === null) break;
          kinds.push(opened.kind);
          if (opened.kind !== 'file') continue;
          const says = Buffer.from(opened.bytes).toString();
          assert.deepEqual(
            [opened.place.isWithin, says],
            opened.place.isWithin ? [true, 'words'] : [false, 'dear diary'],
          );
        }
        assert.ok(kinds.length >= 4, kinds.join(' '));
        assert.equal(kinds.includes('file'), true);
      });
    }
  });

  it('would lie where its folder leads, where it is not there yet', async () => {
    await symlink(home, at('away'));
    assert.deepEqual(await placeOf(at('away', 'new', 'file.txt'), [work]), {
      realPath: path.join(home, 'new', 'file.txt'),
      isWithin: false,
    });
    assert.deepEqual(await placeOf(at('new.txt'), [work]), { realPath: at('new.txt'), isWithin: true });
  });
});
