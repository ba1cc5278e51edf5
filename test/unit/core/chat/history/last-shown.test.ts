import assert from 'node:assert/strict';
import { LastShown } from '../../../../../src/core/chat/history/last-shown.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';

/** Such as VS Code keeps for a window; `isLate` is one that forgets what was not written yet. */
function windowState(isLate = false) {
  const values = new Map<string, unknown>();
  return {
    values,
    get: (key: string): unknown => values.get(key),
    update: (key: string, value: unknown): Promise<void> => {
      if (!isLate) values.set(key, value);
      return Promise.resolve();
    },
  };
}

describe('the conversation shown last', () => {
  const setUp = (isLate = false) => {
    const [files, state, clock] = [memoryFiles(), windowState(isLate), new FakeClock()];
    return { files, state, clock, open: () => new LastShown(files, state, clock) };
  };

  it('is found in the file where the window has gone before VS Code wrote its state', async () => {
    const { open } = setUp(true);
    const shown = open();
    assert.equal(await shown.read(), null);
    shown.note('c-1');
    await shown.flush();
    assert.equal(await open().read(), 'c-1');
  });

  it('is the last of several that follow one another at once', async () => {
    const { files, open } = setUp(true);
    const shown = open();
    for (const id of ['a', 'b', 'c']) shown.note(id);
    await shown.flush();
    assert.equal(await open().read(), 'c');
    assert.deepEqual([...files.contents.keys()], ['shown.json']);
  });

  it("is the window's own where that knows it later, or as late", async () => {
    const { files, state, clock, open } = setUp();
    const shown = open();
    shown.note('a');
    await shown.flush();
    const at = clock.now();
    for (const [own, wanted] of [
      [at - 1, 'a'],
      [at, 'b'],
      [at + 1, 'b'],
    ] as const) {
      state.values.set('tidemark.chat.shown', { conversation: 'b', at: own });
      assert.equal(await open().read(), wanted);
    }
    files.contents.clear();
    assert.equal(await open().read(), 'b');
  });

  it('is also found as the version before kept it', async () => {
    const { state, open } = setUp();
    state.values.set('tidemark.chat.shown', 'c-1');
    assert.equal(await open().read(), 'c-1');
  });

  it('is none where what is kept is damaged, and the window remembers it where the disk refuses', async () => {
    const { files, state, open } = setUp();
    for (const text of ['', '{', '[]', '{"conversation":"../x","at":1}', '{"conversation":"a","at":1e300}']) {
      files.contents.set('shown.json', new TextEncoder().encode(text));
      state.values.set('tidemark.chat.shown', { conversation: 5, at: -1 });
      assert.equal(await open().read(), null, text);
    }
    files.roomLeft = 0;
    const shown = open();
    shown.note('c-1');
    await shown.flush();
    assert.equal(await open().read(), 'c-1');
  });

  it("is kept in the file although the window's memory fails", async () => {
    const { files, clock } = setUp();
    const failing = { get: () => undefined, update: () => Promise.reject(new Error('closed')) };
    const shown = new LastShown(files, failing, clock);
    shown.note('c-1');
    await shown.flush();
    assert.equal(await new LastShown(files, failing, clock).read(), 'c-1');
  });
});
