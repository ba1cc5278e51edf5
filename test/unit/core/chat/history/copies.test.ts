import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HistoryCopies } from '../../../../../src/core/chat/history/copies.ts';
import { ConversationStore } from '../../../../../src/core/chat/history/history.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { memoryFiles, type MemoryFiles } from '../../../../support/fakes/memory-files.ts';

describe('copies of what files held', () => {
  let files: MemoryFiles;
  let copies: HistoryCopies;
  const none: ReadonlySet<string> = new Set();
  const bytes = (size: number, value: number): Uint8Array => new Uint8Array(size).fill(value);
  /** As if it had been written at this time. */
  const keep = async (conversation: string, content: Uint8Array, time: number, needed = none): Promise<string> => {
    const hash = await copies.keep(conversation, 'person', content, needed);
    files.times.set(`${conversation}.${hash}.copy`, time);
    return hash;
  };
  const isThere = async (conversation: string, hash: string): Promise<boolean> =>
    (await copies.read(conversation, 'person', hash)) !== null;

  beforeEach(() => {
    files = memoryFiles();
    copies = new HistoryCopies([{ name: 'person', files }], 100);
  });

  it('come back to the byte, and are written once', async () => {
    const content = new Uint8Array([0xef, 0xbb, 0xbf, 0, 13, 10, 255]);
    const hash = await copies.keep('c', 'person', content, none);
    assert.equal(await copies.keep('c', 'person', content, none), hash);
    assert.deepEqual([...files.contents.keys()], [`c.${hash}.copy`]);
    assert.deepEqual(await copies.read('c', 'person', hash), content);
  });

  it('are none where they are not what they were', async () => {
    const hash = await copies.keep('c', 'person', bytes(3, 1), none);
    files.contents.set(`c.${hash}.copy`, bytes(3, 2));
    assert.equal(await copies.read('c', 'person', hash), null);
    assert.equal(await copies.read('c', 'person', '0'.repeat(64)), null);
  });

  it('give way where there is no room, those of the conversation first that was at work longest ago', async () => {
    const old = await keep('old', bytes(30, 1), 1);
    const busy = await keep('busy', bytes(30, 2), 2);
    const late = await keep('old', bytes(30, 3), 3);
    const later = await keep('busy', bytes(10, 4), 4);
    const fresh = await keep('now', bytes(40, 5), 5);
    assert.deepEqual(
      await Promise.all([isThere('old', old), isThere('old', late), isThere('busy', busy), isThere('busy', later)]),
      [false, false, true, true],
    );
    assert.equal(await isThere('now', fresh), true);
  });

  it('stay where the conversation needs them, however much it changes afterwards', async () => {
    const first = await keep('now', bytes(10, 1), 1);
    const flood: string[] = [];
    for (let time = 2; time < 12; time += 1) flood.push(await keep('now', bytes(30, time), time, new Set([first])));
    assert.equal(await isThere('now', first), true);
    assert.deepEqual(await Promise.all(flood.slice(-1).map((hash) => isThere('now', hash))), [true]);
  });

  it('are not kept where only what is needed could give way', async () => {
    const first = await keep('now', bytes(40, 1), 1);
    const second = await keep('now', bytes(40, 2), 2, new Set([first]));
    const third = await keep('now', bytes(40, 3), 3, new Set([first, second]));
    const there = await Promise.all([first, second, third].map((hash) => isThere('now', hash)));
    assert.deepEqual(there, [true, true, false]);
  });

  it('of other conversations stay where one has taken half of the room', async () => {
    const yesterday = await keep('yesterday', bytes(30, 1), 1);
    for (let time = 2; time < 12; time += 1) await keep('now', bytes(20, time), time);
    assert.equal(await isThere('yesterday', yesterday), true);
  });

  it('are not kept of what would take all the room', async () => {
    const small = await keep('c', bytes(10, 1), 1);
    const hash = await copies.keep('c', 'person', bytes(101, 2), none);
    assert.deepEqual([await isThere('c', small), await isThere('c', hash)], [true, false]);
  });

  it('cannot be kept on a full disk, which whoever asks must know', async () => {
    files.roomLeft = 0;
    await assert.rejects(copies.keep('c', 'person', bytes(3, 1), none));
  });

  it('go with their conversation, also one that was never written to its end', async () => {
    const clock = new FakeClock();
    const history = new ConversationStore([{ name: 'person', files }], 'w', clock, () => assert.fail());
    history.record('c', 'person', { kind: 'prompt', id: 'p', parent: null, text: 'Do it' });
    history.record('c', 'person', { kind: 'deleted', deleted: true });
    await copies.keep('c', 'person', bytes(3, 1), none);
    files.contents.set(`c.${'0'.repeat(64)}.copy.x.tmp`, bytes(3, 1));
    const other = await copies.keep('d', 'person', bytes(3, 1), none);
    clock.advance(25 * 60 * 60_000);
    await nextTurn();
    await history.purge();
    assert.deepEqual(
      [...files.contents.keys()].filter((name) => name.includes('.copy')),
      [`d.${other}.copy`],
    );
  });
});
