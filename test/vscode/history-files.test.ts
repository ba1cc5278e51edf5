// The history over real files: through Node where there is a disk, and through a file system of VS Code's that cannot
// append.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ConversationStore, type StoreTrouble } from '../../src/core/chat/history/history.ts';
import { systemClock } from '../../src/core/ports.ts';
import { purgeEverywhere } from '../../src/host/chat/conversations/deleted-conversations.ts';
import { createFiles } from '../../src/host/chat/conversations/files.ts';
import { gatherConversations } from '../../src/host/chat/conversations/storage.ts';
import { sharedFolder } from '../../src/host/chat/conversations/shared-folder.ts';
import { textRecord } from '../support/samples/answer-blocks.ts';
import { textOfTurn } from '../../src/core/chat/conversation/conversation.ts';

async function answerIn(history: ConversationStore): Promise<string | null> {
  const turn = (await history.open('tides'))?.tree.turn('tides-a') ?? null;
  return turn === null ? null : textOfTurn(turn);
}

describe('conversations on a disk', () => {
  let folder: string;
  let troubles: StoreTrouble[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-history-'));
    troubles = [];
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('are those of the workspace in each of its windows, also what a second one kept apart before', async () => {
    const storage = (name: string): vscode.Uri => vscode.Uri.joinPath(vscode.Uri.file(folder), name, 'a.tidemark');
    const [first, second] = [storage('3f2a'), storage('3f2a-1')];
    assert.deepEqual(
      [first, second, storage('ext-dev')].map((each) => sharedFolder(each).path),
      [first, first, storage('ext-dev')].map(({ path: name }) => name),
    );
    const conversations = (uri: vscode.Uri): string => path.join(uri.fsPath, 'conversations');
    for (const [uri, writer] of [
      [first, 'w1'],
      [second, 'w2'],
    ] as const) {
      await mkdir(conversations(uri), { recursive: true });
      for (const name of [`${writer}.jsonl`, 'index.json', 'shown.json'])
        await writeFile(path.join(conversations(uri), name), writer);
    }
    const log = { info: () => undefined, warn: () => assert.fail() };
    const ports = {
      person: storage('person'),
      state: { get: () => undefined, keys: () => [], update: () => Promise.resolve() },
    };
    for (const workspace of [first, second]) await gatherConversations({ workspace, ...ports }, log);
    assert.deepEqual((await readdir(conversations(first))).sort(), [
      'index.json',
      'shown.json',
      'w1.jsonl',
      'w2.jsonl',
    ]);
    assert.equal(await readFile(path.join(conversations(first), 'shown.json'), 'utf8'), 'w1');
    assert.deepEqual((await readdir(conversations(second))).sort(), ['index.json', 'shown.json']);
  });

  const open = (
    writer: string,
    uri = vscode.Uri.joinPath(vscode.Uri.file(folder), 'deep', 'conversations'),
  ): ConversationStore =>
    new ConversationStore([{ name: 'person', files: createFiles(uri) }], writer, systemClock, (trouble) =>
      troubles.push(trouble),
    );

  const ask = (history: ConversationStore, id: string): void => {
    history.record(id, 'person', { kind: 'prompt', id: `${id}-p`, parent: null, text: `About ${id}` });
    history.record(id, 'person', {
      kind: 'answer',
      id: `${id}-a`,
      parent: `${id}-p`,
      replaces: null,
      blocks: [],
    });
  };

  it('need no folder to be there, and leave one file a conversation and window', async () => {
    assert.deepEqual(await open('none').list(), []);
    const [first, second] = [open('w1'), open('w2')];
    ask(first, 'tides');
    second.record('tides', 'person', { kind: 'pinned', pinned: true });
    await Promise.all([first.flush(), second.flush()]);
    assert.deepEqual((await readdir(path.join(folder, 'deep', 'conversations'))).sort(), [
      'tides.w1.jsonl',
      'tides.w2.jsonl',
    ]);
    const [stored] = await open('w3').list();
    assert.deepEqual([stored?.title, stored?.pinned], ['About tides', true]);
    assert.deepEqual(troubles, []);
  });

  it('have received text on disk while more of it comes and nobody asks for it, in the order in which it came', async () => {
    const history = open('w');
    ask(history, 'tides');
    await history.flush();
    let sent = '';
    const began = Date.now();
    while (Date.now() - began < 600) {
      sent += `${sent.length} `;
      history.record('tides', 'person', textRecord('tides-a', sent.slice(sent.lastIndexOf(' ', sent.length - 2) + 1)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const onDisk = async (): Promise<string> => (await answerIn(open('reader'))) ?? '';
    for (let text = await onDisk(); text !== sent; text = await onDisk()) assert.equal(sent.startsWith(text), true);
  });

  it('are listed from an index beside them, which follows what another window writes', async () => {
    const writer = open('w1');
    ask(writer, 'tides');
    const [before] = await writer.list();
    assert.equal((await readdir(path.join(folder, 'deep', 'conversations'))).includes('index.json'), true);
    const [again] = await open('w2').list();
    assert.deepEqual(again, before);
    writer.record('tides', 'person', { kind: 'titled', title: 'Moons' });
    await writer.flush();
    assert.equal((await open('w3').list())[0]?.title, 'Moons');
  });

  it('are kept in memory where a file is in the place of their folder, and saved once it is gone', async function () {
    this.timeout(10_000);
    await writeFile(path.join(folder, 'deep'), '');
    const history = open('w');
    ask(history, 'tides');
    await history.flush();
    assert.deepEqual(troubles, [{ kind: 'notSaved', refusal: 'notWritable', place: 'person' }]);
    assert.deepEqual(await history.list(), []);
    await rm(path.join(folder, 'deep'));
    await history.flush();
    assert.deepEqual(
      troubles.slice(1).map(({ kind }) => kind),
      ['placeUnread', 'savedAgain'],
    );
    assert.deepEqual(
      (await open('reader').list()).map(({ title }) => title),
      ['About tides'],
    );
  });

  it('say that the disk is full where it is', async function () {
    const full = await stat('/dev/full').catch(() => null);
    if (full === null) this.skip();
    await mkdir(path.join(folder, 'deep', 'conversations'), { recursive: true });
    await symlink('/dev/full', path.join(folder, 'deep', 'conversations', 'tides.w.jsonl'));
    const history = open('w');
    ask(history, 'tides');
    await history.flush();
    assert.deepEqual(troubles, [{ kind: 'notSaved', refusal: 'diskFull', place: 'person' }]);
    await rm(path.join(folder, 'deep', 'conversations', 'tides.w.jsonl'));
    await history.flush();
    assert.deepEqual(
      (await open('reader').list()).map(({ title }) => title),
      ['About tides'],
    );
  });

  it('are gone a day after they were deleted, in the workspace of another window too, and others stay', async () => {
    const folders = ['workspaceStorage/one', 'workspaceStorage/other', 'globalStorage'].map((name) =>
      path.join(folder, ...name.split('/'), 'tidemark.tidemark'),
    );
    const conversationsIn = async (storage = ''): Promise<string[]> =>
      (await readdir(path.join(storage, 'conversations'))).filter((name) => name.endsWith('.jsonl'));
    for (const storage of folders) {
      const history = open('w', vscode.Uri.file(path.join(storage, 'conversations')));
      ask(history, 'kept');
      history.record('deleted', 'person', { kind: 'prompt', id: 'p', parent: null, text: 'A secret' });
      await history.flush();
      history.record('deleted', 'person', { kind: 'deleted', deleted: true }, Date.now() - 25 * 60 * 60_000);
      await history.flush();
      const file = path.join(storage, 'conversations', 'deleted.w.jsonl');
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replaceAll(/"at":\d+/g, `"at":${Date.now() - 25 * 60 * 60_000}`),
      );
    }
    const [one = '', , person = ''] = folders;
    const state = { get: () => undefined, update: () => Promise.resolve(), keys: () => [] };
    const log = { info: () => undefined, warn: () => undefined };
    await purgeEverywhere({ workspace: vscode.Uri.file(one), person: vscode.Uri.file(person), state }, null, log);
    assert.deepEqual(
      await Promise.all(folders.map(conversationsIn)),
      folders.map(() => ['kept.w.jsonl']),
    );
  });

  it('are rewritten where the file system cannot append', async () => {
    const provider = memoryFileSystem();
    const registered = vscode.workspace.registerFileSystemProvider('tidemark-memory', provider);
    try {
      const uri = vscode.Uri.parse('tidemark-memory:/conversations');
      const history = open('w', uri);
      ask(history, 'tides');
      await history.flush();
      history.record('tides', 'person', textRecord('tides-a', 'High and low.'));
      await history.flush();
      assert.equal(await answerIn(open('reader', uri)), 'High and low.');
      assert.deepEqual(troubles, []);
    } finally {
      registered.dispose();
    }
  });
});

/** The least that VS Code takes for a file system: one folder of files in memory. */
function memoryFileSystem(): vscode.FileSystemProvider {
  const files = new Map<string, Uint8Array>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const held = (uri: vscode.Uri): Uint8Array => {
    const bytes = files.get(uri.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  };
  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) =>
      uri.path === '/conversations'
        ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
        : { type: vscode.FileType.File, ctime: 0, mtime: 0, size: held(uri).length },
    readDirectory: () => [...files.keys()].map((name) => [path.posix.basename(name), vscode.FileType.File]),
    createDirectory: () => undefined,
    readFile: held,
    writeFile: (uri, content) => void files.set(uri.path, content),
    delete: (uri) => void files.delete(uri.path),
    rename: () => assert.fail(),
  };
}
