import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConversationStore, type StoreTrouble } from '../../../../../src/core/chat/history/history.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';
import { textRecord } from '../../../../support/samples/answer-blocks.ts';
import { textOfTurn } from '../../../../../src/core/chat/conversation/conversation.ts';

describe('the history', () => {
  const setUp = () => {
    const [workspace, person] = [memoryFiles(), memoryFiles()];
    const clock = new FakeClock();
    const troubles: StoreTrouble[] = [];
    const open = (writer: string): ConversationStore =>
      new ConversationStore(
        [
          { name: 'workspace', files: workspace },
          { name: 'person', files: person },
        ],
        writer,
        clock,
        (trouble) => troubles.push(trouble),
      );
    return { workspace, person, clock, troubles, open };
  };
  const ask = (
    history: ConversationStore,
    id: string,
    text: string,
    place: 'workspace' | 'person' = 'workspace',
  ): void => history.record(id, place, { kind: 'prompt', id: `${id}-p`, parent: null, text });
  const titles = async (history: ConversationStore): Promise<string[]> =>
    (await history.list()).map(({ title }) => title);

  it('lists what every window wrote, wherever it is kept, latest first', async () => {
    const { clock, open } = setUp();
    const [first, second] = [open('w1'), open('w2')];
    ask(first, 'a', 'Older');
    clock.advance(10);
    ask(second, 'b', 'Newer', 'person');
    await second.flush();
    assert.deepEqual(await titles(first), ['Newer', 'Older']);
    assert.deepEqual(
      (await first.list()).map(({ place }) => place),
      ['person', 'workspace'],
    );
  });

  it('opens a conversation that two windows wrote as one', async () => {
    const { clock, open } = setUp();
    const [first, second] = [open('w1'), open('w2')];
    ask(first, 'a', 'Hello');
    clock.advance(10);
    second.record('a', 'workspace', { kind: 'prompt', id: 'q', parent: 'a-p', text: 'And?' });
    await first.flush();
    assert.deepEqual((await second.open('a'))?.tree.shown().turns.map(textOfTurn), ['Hello', 'And?']);
    assert.equal(await second.open('unheard-of'), null);
  });

  it('opens a conversation by one reading, and keeps what the caller does to it from the list', async () => {
    const { workspace, clock, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    await history.list();
    const read = mock.method(workspace, 'read');
    const opened = await history.open('a');
    assert.equal(read.mock.callCount(), 1);
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
    await history.purge();
    assert.equal(workspace.contents.has('a.w.jsonl'), true);
    clock.advance(1);
    assert.deepEqual(await titles(history), []);
    assert.equal(workspace.contents.has('a.w.jsonl'), true, 'looking at the list deletes nothing');
    await history.purge();
    assert.equal(workspace.contents.has('a.w.jsonl'), false);
  });

  it('tries again where something of a deleted conversation could not be deleted, and never leaves an image without it', async () => {
    const { workspace, clock, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    history.keepImage(
      'a',
      'workspace',
      { id: 'i', kind: 'image', label: 'i', mediaType: 'image/png', size: 3, fileId: 'f', thumbnail: '' },
      'b2xk',
    );
    history.record('a', 'workspace', { kind: 'deleted', deleted: true });
    await history.flush();
    clock.advance(24 * 60 * 60_000);
    const remove = workspace.delete.bind(workspace);
    workspace.delete = (name) => (name.endsWith('.image') ? Promise.reject(new Error('EBUSY')) : remove(name));
    await history.purge();
    assert.deepEqual([...workspace.contents.keys()].sort(), ['a.f.image', 'a.w.jsonl', 'index.json']);
    workspace.delete = remove;
    await history.purge();
    assert.deepEqual([...workspace.contents.keys()], ['index.json']);
  });

  it('keeps nothing for long that was deleted under a clock that ran ahead', async () => {
    const { workspace, clock, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    await history.flush();
    history.record('a', 'workspace', { kind: 'deleted', deleted: true }, clock.now() + 365 * 24 * 60 * 60_000);
    await history.purge();
    assert.equal(workspace.contents.has('a.w.jsonl'), false);
  });

  it('begins a file anew for a conversation whose file was deleted, so that it can be read', async () => {
    const { workspace, clock, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    history.record('a', 'workspace', { kind: 'removed', id: 'a-p', removed: true });
    await history.flush();
    clock.advance(24 * 60 * 60_000);
    await history.purge();
    assert.equal(workspace.contents.has('a.w.jsonl'), false);
    history.record('a', 'workspace', { kind: 'prompt', id: 'q', parent: 'a-p', text: 'Again' });
    assert.deepEqual(await titles(history), ['Again']);
  });

  it('writes nothing any more of what it was asked to forget', async () => {
    const { workspace, clock, troubles, open } = setUp();
    const history = open('w');
    workspace.roomLeft = 0;
    ask(history, 'a', 'Hello');
    history.keepImage(
      'a',
      'workspace',
      { id: 'i', kind: 'image', label: 'i', mediaType: 'image/png', size: 3, fileId: 'f', thumbnail: '' },
      'b2xk',
    );
    await history.flush();
    await history.forget();
    workspace.contents.clear();
    workspace.roomLeft = null;
    clock.advance(10_000);
    await history.flush();
    assert.deepEqual([...workspace.contents.keys()], []);
    assert.deepEqual(
      troubles.map(({ kind }) => kind),
      ['notSaved'],
    );
    ask(history, 'b', 'Anew');
    assert.deepEqual(await titles(history), ['Anew']);
  });

  it('shows the others where a file is too large to be read, and says which', async () => {
    const { workspace, troubles, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    ask(history, 'b', 'Huge');
    await history.flush();
    const list = workspace.list.bind(workspace);
    workspace.list = async () =>
      (await list()).map((file) => (file.name === 'b.w.jsonl' ? { ...file, size: 64 * 1024 * 1024 + 1 } : file));
    assert.deepEqual(await titles(open('other')), ['Hello']);
    assert.deepEqual(troubles, [{ kind: 'tooLarge', name: 'b.w.jsonl' }]);
  });

  it('sets aside what is no conversation, leaves what is newer, and says each once', async () => {
    const { workspace, troubles, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    workspace.contents.set('b.w.jsonl', new TextEncoder().encode('garbage\n'));
    workspace.contents.set(
      'c.w.jsonl',
      new TextEncoder().encode('{"tidemark":"conversation","version":9,"conversation":"c"}\n'),
    );
    assert.deepEqual(await titles(history), ['Hello']);
    assert.deepEqual(await titles(history), ['Hello']);
    assert.deepEqual(troubles, [
      { kind: 'setAside', name: 'b.w.jsonl.unreadable' },
      { kind: 'newer', name: 'c.w.jsonl' },
    ]);
    assert.deepEqual([...workspace.contents.keys()].sort(), [
      'a.w.jsonl',
      'b.w.jsonl.unreadable',
      'c.w.jsonl',
      'index.json',
    ]);
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
    assert.deepEqual(troubles, [{ kind: 'notSaved', refusal: 'diskFull', place: 'workspace' }, { kind: 'savedAgain' }]);
    assert.deepEqual(await titles(open('other')), ['Hello']);
  });

  it('says it once, however many conversations are waiting, and again only after it could save all of them', async () => {
    const { workspace, clock, troubles, open } = setUp();
    const history = open('w');
    const kinds = (): string[] => troubles.map(({ kind }) => kind);
    workspace.roomLeft = 0;
    for (const id of ['a', 'b', 'c']) ask(history, id, `About ${id}`);
    await history.flush();
    clock.advance(2000);
    await history.flush();
    assert.deepEqual(kinds(), ['notSaved']);
    workspace.roomLeft = null;
    await history.flush();
    assert.deepEqual(kinds(), ['notSaved', 'savedAgain']);
    assert.deepEqual((await titles(open('other'))).sort(), ['About a', 'About b', 'About c']);
    workspace.roomLeft = 0;
    ask(history, 'd', 'About d');
    await history.flush();
    assert.deepEqual(kinds(), ['notSaved', 'savedAgain', 'notSaved']);
  });

  it('keeps both branches where two windows went on from the same turn without knowing of each other', async () => {
    const { clock, open } = setUp();
    const [first, second] = [open('w1'), open('w2')];
    ask(first, 'a', 'Hello');
    await first.flush();
    for (const [history, name] of [
      [first, 'one'],
      [second, 'two'],
    ] as const) {
      clock.advance(10);
      history.record('a', 'workspace', { kind: 'prompt', id: `q-${name}`, parent: 'a-p', text: `And ${name}?` });
      history.record('a', 'workspace', {
        kind: 'answer',
        id: `r-${name}`,
        parent: `q-${name}`,
        replaces: null,
        blocks: [],
      });
    }
    // Their pieces arrive at the same time.
    for (const piece of ['High ', 'and ', 'low.']) {
      for (const [history, name] of [
        [first, 'one'],
        [second, 'two'],
      ] as const) {
        history.record('a', 'workspace', textRecord(`r-${name}`, piece));
        await history.flush();
      }
    }
    const tree = (await open('w3').open('a'))?.tree;
    assert.deepEqual(tree?.allTurns().map(textOfTurn), [
      'Hello',
      'And one?',
      'High and low.',
      'And two?',
      'High and low.',
    ]);
    assert.deepEqual(tree.shown().turns.map(textOfTurn), ['Hello', 'And two?', 'High and low.']);
    assert.equal(tree.headBeside('q-two', -1), 'r-one');
  });

  it('shows the rest where a file or a folder cannot be read, and says which', async () => {
    const { workspace, person, troubles, open } = setUp();
    const history = open('w');
    ask(history, 'a', 'Hello');
    ask(history, 'b', 'Bye');
    ask(history, 'c', 'Mine', 'person');
    await history.flush();
    const read = workspace.read.bind(workspace);
    workspace.read = (name) => (name === 'b.w.jsonl' ? Promise.reject(new Error('EIO')) : read(name));
    assert.deepEqual((await titles(open('other'))).sort(), ['Hello', 'Mine']);
    person.list = () => Promise.reject(new Error('EACCES'));
    assert.deepEqual(await titles(open('other')), ['Hello']);
    assert.deepEqual(troubles, [
      { kind: 'unread', name: 'b.w.jsonl' },
      { kind: 'placeUnread', place: 'person' },
      { kind: 'unread', name: 'b.w.jsonl' },
    ]);
    workspace.read = read;
    assert.deepEqual((await titles(open('other'))).sort(), ['Bye', 'Hello']);
  });

  it('leaves what is no conversation where it is when it cannot be moved', async () => {
    const { workspace, troubles, open } = setUp();
    workspace.contents.set('b.w.jsonl', new TextEncoder().encode('garbage\n'));
    workspace.rename = () => Promise.reject(new Error('EROFS'));
    assert.deepEqual(await titles(open('w')), []);
    assert.deepEqual(troubles, [{ kind: 'unread', name: 'b.w.jsonl' }]);
  });
});
