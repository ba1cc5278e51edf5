// Knows that the files are the truth: what one window wrote another reads, and what cannot be read is left or set aside and said.
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { History, type HistoryTrouble } from '../../../../src/core/chat/history.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

describe('the history', () => {
  const setUp = () => {
    const [workspace, person] = [memoryFiles(), memoryFiles()];
    const clock = new FakeClock();
    const troubles: HistoryTrouble[] = [];
    const open = (writer: string): History =>
      new History({ places: [{ name: 'workspace', files: workspace }, { name: 'person', files: person }], writer, clock, onTrouble: (trouble) => troubles.push(trouble) });
    return { workspace, person, clock, troubles, open };
  };
  const ask = (history: History, id: string, text: string, place: 'workspace' | 'person' = 'workspace'): void =>
    history.record(id, place, { kind: 'prompt', id: `${id}-p`, parent: null, text });
  const titles = async (history: History): Promise<string[]> => (await history.list()).map(({ tree }) => tree.title);

  it('lists what every window wrote, wherever it is kept, latest first', async () => {
    const { clock, open } = setUp();
    const [first, second] = [open('w1'), open('w2')];
    ask(first, 'a', 'Older');
    clock.advance(10);
    ask(second, 'b', 'Newer', 'person');
    await second.flush();
    assert.deepEqual(await titles(first), ['Newer', 'Older']);
    assert.deepEqual((await first.list()).map(({ place }) => place), ['person', 'workspace']);
  });

  it('opens a conversation that two windows wrote as one', async () => {
    const { clock, open } = setUp();
    const [first, second] = [open('w1'), open('w2')];
    ask(first, 'a', 'Hello');
    clock.advance(10);
    second.record('a', 'workspace', { kind: 'prompt', id: 'q', parent: 'a-p', text: 'And?' });
    await first.flush();
    assert.deepEqual((await second.open('a'))?.tree.shown().turns.map(({ text }) => text), ['Hello', 'And?']);
    assert.equal(await second.open('unheard-of'), null);
  });

  it('opens what the list has just read without reading it again, and keeps what the caller does to it from the list', async () => {
    const { workspace, clock, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    await history.list();
    const read = mock.method(workspace, 'read');
    const opened = await history.open('a');
    assert.equal(read.mock.callCount(), 0);
    opened?.tree.take({ kind: 'titled', title: 'Changed here' }, clock.now());
    assert.deepEqual(await titles(history), ['Hello']);
    assert.equal(read.mock.callCount(), 1);
  });

  it('hides what is deleted, gives it back by undo, and removes its files only after a day', async () => {
    const { workspace, clock, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    history.record('a', 'workspace', { kind: 'deleted', deleted: true });
    assert.deepEqual(await titles(history), []);
    history.record('a', 'workspace', { kind: 'deleted', deleted: false });
    assert.deepEqual(await titles(history), ['Hello']);
    history.record('a', 'workspace', { kind: 'deleted', deleted: true });
    clock.advance(24 * 60 * 60_000 - 1);
    await history.list();
    assert.equal(workspace.contents.size, 1);
    clock.advance(1);
    await history.list();
    assert.equal(workspace.contents.size, 0);
  });

  it('sets aside what is no conversation, leaves what is newer, and says each once', async () => {
    const { workspace, troubles, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    workspace.contents.set('b.w.jsonl', new TextEncoder().encode('garbage\n'));
    workspace.contents.set('c.w.jsonl', new TextEncoder().encode('{"tidemark":"conversation","version":9,"conversation":"c"}\n'));
    assert.deepEqual(await titles(history), ['Hello']);
    assert.deepEqual(await titles(history), ['Hello']);
    assert.deepEqual(troubles, [
      { kind: 'setAside', name: 'b.w.jsonl.unreadable' },
      { kind: 'newer', name: 'c.w.jsonl' },
    ]);
    assert.deepEqual([...workspace.contents.keys()].sort(), ['a.w.jsonl', 'b.w.jsonl.unreadable', 'c.w.jsonl']);
  });

  it('says that it cannot save, and that it can again', async () => {
    const { workspace, clock, troubles, open } = setUp();
    const history = open('w');
    workspace.roomLeft = 5;
    ask(history, 'a', 'Hello');
    await history.flush();
    workspace.roomLeft = null;
    clock.advance(2000);
    await history.flush();
    assert.deepEqual(troubles, [{ kind: 'notSaved' }, { kind: 'savedAgain' }]);
    assert.deepEqual(await titles(open('other')), ['Hello']);
  });
});
