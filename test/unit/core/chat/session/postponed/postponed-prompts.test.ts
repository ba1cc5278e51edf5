// A prompt that waits for the reset, by a clock that moves when the test says so.
import assert from 'node:assert/strict';
import { PostponedStore } from '../../../../../../src/core/chat/session/postponed/postponed-prompt.ts';
import {
  type PlanHeadroom,
  PostponedPrompts,
  type PostponedPorts,
} from '../../../../../../src/core/chat/session/postponed/postponed-prompts.ts';
import { FakeClock } from '../../../../../support/fakes/fake-clock.ts';
import { memoryFiles, type MemoryFiles } from '../../../../../support/fakes/memory-files.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a prompt that waits for the reset', () => {
  let clock: FakeClock;
  let files: MemoryFiles;
  let plan: PlanHeadroom;
  let asked: number;
  let sent: string[];
  let account: string | null;
  let readiness: 'ready' | 'busy' | 'gone';
  let windows: PostponedPrompts[];
  let ids = 0;
  const open = async (changes: Partial<PostponedPorts> = {}): Promise<PostponedPrompts> => {
    const window = new PostponedPrompts({
      store: new PostponedStore(files, () => `t${String(++ids)}`),
      clock,
      random: () => 0.5,
      account: () => account,
      askPlan: () => {
        asked += 1;
        return Promise.resolve(plan);
      },
      readiness: () => Promise.resolve(readiness),
      send: ({ answer }) => {
        sent.push(answer);
        return Promise.resolve();
      },
      onChange: () => undefined,
      ...changes,
    });
    windows.push(window);
    await window.open();
    return window;
  };
  const pass = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= minute / 2) {
      clock.advance(Math.min(left, minute / 2));
      for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    }
  };

  beforeEach(() => {
    clock = new FakeClock();
    files = memoryFiles();
    plan = { kind: 'free' };
    [asked, sent, account, readiness, windows] = [0, [], 'a', 'ready', []];
  });
  afterEach(() => {
    for (const window of windows) window.dispose();
  });

  it('is sent within a minute after the reset, once, and asks the service first', async () => {
    const window = await open();
    assert.equal(await window.postpone('c-1', 'answer', clock.now() + 2 * hour), true);
    assert.equal(window.dueAtOf('answer'), clock.now() + 2 * hour + minute / 2);
    await pass(2 * hour);
    assert.deepEqual([sent, asked], [[], 0]);
    await pass(minute);
    assert.deepEqual([sent, asked, window.next], [['answer'], 1, null]);
    await pass(hour);
    assert.deepEqual([sent, asked, clock.waiting], [['answer'], 1, 0]);
  });

  it('survives a reload, also one that lasts longer than the wait', async () => {
    const before = await open();
    await before.postpone('c-1', 'answer', clock.now() + hour);
    before.dispose();
    await pass(3 * hour);
    assert.deepEqual(sent, []);
    const after = await open();
    assert.notEqual(after.dueAtOf('answer'), null);
    await pass(minute);
    assert.deepEqual(sent, ['answer']);
  });

  it('is sent by one of two windows', async () => {
    const [one, other] = [await open(), await open()];
    await one.postpone('c-1', 'answer', clock.now() + hour);
    await other.open();
    await pass(2 * hour);
    assert.deepEqual(sent, ['answer']);
    assert.deepEqual([one.next, other.next], [null, null]);
  });

  it('waits on where the plan is still used up, for the reset that the service names now', async () => {
    const window = await open();
    await window.postpone('c-1', 'answer', clock.now() + hour);
    const reset = clock.now() + 3 * hour;
    plan = { kind: 'usedUp', resetsAt: reset };
    await pass(hour + 2 * minute);
    assert.deepEqual([sent, window.dueAtOf('answer')], [[], reset + minute / 2]);
    plan = { kind: 'free' };
    await pass(2 * hour);
    assert.deepEqual(sent, ['answer']);
  });

  it('asks ever more rarely, in the end every five minutes, where the service cannot say', async () => {
    const window = await open();
    await window.postpone('c-1', 'answer', clock.now());
    plan = { kind: 'unknown' };
    await pass(30 * minute);
    const before = asked;
    await pass(60 * minute);
    assert.deepEqual([sent, before < 14, asked - before], [[], true, 12]);
    plan = { kind: 'free' };
    await pass(6 * minute);
    assert.deepEqual(sent, ['answer']);
  });

  it('waits while an answer runs in its conversation, and is dropped where it was answered meanwhile', async () => {
    const window = await open();
    await window.postpone('c-1', 'answer', clock.now());
    readiness = 'busy';
    await pass(5 * minute);
    assert.deepEqual([sent, window.next?.answer], [[], 'answer']);
    readiness = 'gone';
    await pass(5 * minute);
    assert.deepEqual([sent, window.next, files.contents.size], [[], null, 0]);
  });

  it('waits for its own account, and is not sent in the name of another', async () => {
    const window = await open();
    await window.postpone('c-1', 'answer', clock.now());
    account = 'b';
    await pass(10 * minute);
    assert.deepEqual([sent, asked], [[], 0]);
    account = 'a';
    await pass(6 * minute);
    assert.deepEqual(sent, ['answer']);
    account = null;
    assert.equal(await window.postpone('c-2', 'other', clock.now()), false);
  });

  it('can be taken back, in another window too', async () => {
    const [one, other] = [await open(), await open()];
    await one.postpone('c-1', 'answer', clock.now() + hour);
    await one.postpone('c-2', 'second', clock.now() + hour);
    await other.open();
    await other.takeBack('c-1');
    await pass(2 * hour);
    assert.deepEqual(sent, ['second']);
  });

  it('does not wait where the disk refuses it, and loses nothing but itself where its file is spoiled', async () => {
    const window = await open();
    await window.postpone('c-1', 'answer', clock.now() + hour);
    files.roomLeft = 0;
    assert.equal(await window.postpone('c-2', 'second', clock.now() + hour), false);
    files.roomLeft = null;
    files.contents.set('c-3.waiting.json', new TextEncoder().encode('{"conversation":"../x"}'));
    assert.deepEqual((await open()).next?.answer, 'answer');
  });
});
