// Each file that the agent has changed is kept or reverted by itself, and files go back to before the prompt that a
// person picks.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HistoryRecord } from '../../../../../src/core/chat/conversation/records.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { HistoryCopies } from '../../../../../src/core/chat/history/copies.ts';
import { FileKeeper } from '../../../../../src/core/chat/restore/file-keeper.ts';
import { ChatEvents } from '../../../../../src/core/chat/session/chat-events.ts';
import type * as Bytes from '../../../../../src/host/chat/agent/file-bytes.ts';
import type { ChangedFiles } from '../../../../../src/host/chat/restore/changed-files.ts';
import type { FileRestore } from '../../../../../src/host/chat/restore/file-restore.ts';
import type { HostMessage } from '../../../../../src/protocol/chat.ts';
import { HeardVoice } from '../../../../support/fakes/heard-voice.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';
import { addressOf } from '../../../../support/fakes/memory-disk.ts';
import { openFolders } from '../../../../support/fakes/open-folders.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../../../support/vscode-host/owned-resources.ts';

interface Row {
  readonly label: string;
  readonly description?: string;
}

describe('the files that the agent has changed', () => {
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  let root = '';
  let bytesOfFile: typeof Bytes.bytesOfFile;
  let make: (tree: ConversationTree, copies: HistoryCopies) => { changed: ChangedFiles; restore: FileRestore };
  let tree: ConversationTree;
  let copies: HistoryCopies;
  let views: { changed: ChangedFiles; restore: FileRestore };
  let voice: HeardVoice;
  let told: HostMessage[];
  let rows: readonly Row[];
  /** What is picked of a list, by its label; undefined where it is closed. */
  let picks: string | undefined;

  before(async () => {
    ({ bytesOfFile } = await import('../../../../../src/host/chat/agent/file-bytes.ts'));
    const files = await import('../../../../../src/host/chat/restore/changed-files.ts');
    const restoring = await import('../../../../../src/host/chat/restore/file-restore.ts');
    make = (shown, kept) => {
      const stored = { tree: shown, place: 'person' } as const;
      const session = {
        ...{ events: new ChatEvents(quiet), tree: shown, isAnswering: false },
        ...{ current: () => stored, conversation: () => shown.shown(), show: () => undefined },
      };
      const history = { record: () => undefined, flush: () => Promise.resolve(true) };
      const tell = (message: HostMessage): void => void told.push(message);
      const restore = new restoring.FileRestore(session, history, kept, voice, tell);
      return { restore, changed: new files.ChangedFiles(session, kept, restore, tell) };
    };
  });
  beforeEach(async () => {
    root = await createTemporaryFolder();
    openFolders(['app', root]);
    [tree, copies] = [new ConversationTree('c'), new HistoryCopies([{ name: 'person', files: memoryFiles() }])];
    [voice, told, rows, picks] = [new HeardVoice(), [], [], undefined];
    Object.assign(standIn.window, {
      showQuickPick: (offered: readonly Row[]) => {
        rows = offered;
        return Promise.resolve(offered.find(({ label }) => label === picks));
      },
    });
  });
  const { showQuickPick } = standIn.window;
  afterEach(async () => {
    Object.assign(standIn.window, { showQuickPick });
    views.changed.dispose();
    views.restore.dispose();
    await removeTemporaryFolder(root);
  });

  const at = (name: string): string => path.join(root, name);
  const put = (name: string, text: string): void => writeFileSync(at(name), text);
  const text = (name: string): string | null => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : null);
  const record = (one: HistoryRecord): void => tree.take(one, 0);
  const ask = (id: string, parent: string | null, said: string): void => {
    record({ kind: 'prompt', id, parent, text: said });
    record({ kind: 'answer', id: `${id}-answer`, parent: id, replaces: null, blocks: [] });
  };
  /** As a tool of the agent does. */
  const change = async (prompt: string, name: string, act: () => void): Promise<void> => {
    const keep = (bytes: Uint8Array): Promise<string> => copies.keep('c', 'person', bytes, tree.files.firstHashes);
    const keeper = new FileKeeper({ read: bytesOfFile, keep });
    const id = `${prompt}-answer`;
    record({ kind: 'fileChangeBegan', id, files: await keeper.keep([addressOf(at(name))]) });
    act();
    record({ kind: 'fileChangeEnded', id, files: await keeper.look([addressOf(at(name))]) });
  };
  const listed = (): readonly string[] => {
    const message = views.changed.shown();
    return message.kind === 'changedFilesShown' ? message.files.map(({ does, name }) => `${does} ${name}`) : [];
  };
  /** The list follows once the files are read. */
  const shows = async (...expected: readonly string[]): Promise<void> => {
    const deadline = Date.now() + 5000;
    while (listed().join() !== expected.join() && Date.now() < deadline)
      await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(listed(), expected);
  };
  const idOf = (name: string): string => {
    const message = views.changed.shown();
    const files = message.kind === 'changedFilesShown' ? message.files : [];
    return files.find((file) => file.name === name)?.id ?? assert.fail(name);
  };

  async function changeThree(): Promise<void> {
    put('a.ts', 'one');
    put('b.ts', 'two');
    ask('p1', null, 'Mend a');
    await change('p1', 'a.ts', () => put('a.ts', 'ONE'));
    ask('p2', 'p1-answer', 'Mend b');
    await change('p2', 'b.ts', () => put('b.ts', 'TWO'));
    await change('p2', 'new.ts', () => put('new.ts', 'fresh'));
    views = make(tree, copies);
  }

  it('are reverted one by one, at once, and the others stay as they are', async () => {
    await changeThree();
    await shows('edit a.ts', 'edit b.ts', 'create new.ts');
    await views.changed.revert(idOf('b.ts'));
    assert.deepEqual([text('a.ts'), text('b.ts'), text('new.ts')], ['ONE', 'two', 'fresh']);
    await shows('edit a.ts', 'create new.ts');
    await views.changed.revert(idOf('new.ts'));
    assert.deepEqual([text('a.ts'), text('new.ts')], ['ONE', null]);
    await shows('edit a.ts');
    assert.deepEqual(voice.heard, ['1 file restored.', '1 file restored.']);
  });

  it('are kept one by one: what is kept leaves the list, and is what a later change goes back to', async () => {
    await changeThree();
    await shows('edit a.ts', 'edit b.ts', 'create new.ts');
    await views.changed.keep([idOf('a.ts')]);
    await shows('edit b.ts', 'create new.ts');
    await change('p2', 'a.ts', () => put('a.ts', 'AGAIN'));
    await views.changed.keep([]);
    await shows('edit b.ts', 'create new.ts', 'edit a.ts');
    await views.changed.revert(idOf('a.ts'));
    assert.deepEqual([text('a.ts'), text('b.ts')], ['ONE', 'TWO']);
    await views.changed.keepAll();
    await shows();
  });

  it('are asked about where somebody else has changed them since', async () => {
    await changeThree();
    await shows('edit a.ts', 'edit b.ts', 'create new.ts');
    put('b.ts', 'theirs');
    await views.changed.revert(idOf('b.ts'));
    assert.equal(text('b.ts'), 'theirs');
    const [shown] = views.restore.shown();
    const question = shown?.kind === 'restoreShown' ? shown.restore : null;
    assert.deepEqual(
      [question?.title, question?.rows.map(({ path: name, isChosen }) => [name, isChosen])],
      ['Revert b.ts?', [['b.ts', false]]],
    );
    await views.restore.reply(question?.id ?? assert.fail(), [0]);
    assert.equal(text('b.ts'), 'two');
  });

  it('go back to before the prompt that is picked of several, the newest first', async () => {
    await changeThree();
    let focused = 0;
    const pick = (label: string | undefined): Promise<void> => {
      picks = label;
      return views.restore.offerPicked(() => Promise.resolve(void (focused += 1)));
    };
    await pick(undefined);
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ['Mend b', '2 files changed since'],
        ['Mend a', '3 files changed since'],
      ],
    );
    assert.deepEqual([views.restore.shown(), focused], [[{ kind: 'restoreShown', restore: null }], 0]);
    await pick('Mend b');
    const [shown] = views.restore.shown();
    const question = shown?.kind === 'restoreShown' ? shown.restore : null;
    assert.deepEqual([question?.rows.map(({ path: name }) => name), focused], [['b.ts', 'new.ts'], 1]);
    assert.equal(question?.title, 'Restore files to before “Mend b”?');
    const restored: string[] = [];
    views.restore.onDidRestore((id) => restored.push(id));
    await views.restore.reply(question.id, [0, 1]);
    assert.deepEqual(restored, ['c']);
    assert.deepEqual([text('a.ts'), text('b.ts'), text('new.ts')], ['ONE', 'two', null]);
    // One is left, and needs no picking.
    rows = [];
    await pick(undefined);
    const [last] = views.restore.shown();
    assert.deepEqual(
      [rows, last?.kind === 'restoreShown' && last.restore?.rows.map(({ path: name }) => name)],
      [[], ['a.ts']],
    );
  });

  it('are none where no prompt has changed any', async () => {
    ask('p1', null, 'Only talk');
    views = make(tree, copies);
    await views.restore.offerPicked(() => assert.fail());
    assert.equal(voice.heard.length, 1);
  });
});
