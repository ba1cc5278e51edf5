// What the agent did to files is taken back in the real editor, to the byte, as edits of the workspace.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { FileLog } from '../../src/core/chat/conversation/files/file-log.ts';
import { type FileAddress, fileKey, type FileRecord } from '../../src/core/chat/conversation/files/file-records.ts';
import { HistoryCopies } from '../../src/core/chat/history/copies.ts';
import { FileKeeper } from '../../src/core/chat/restore/file-keeper.ts';
import { filesIn, planRestore } from '../../src/core/chat/restore/restore-plan.ts';
import { type Restored, restoreFile } from '../../src/core/chat/restore/restoring.ts';
import type { ChangeEnd, Entry } from '../../src/core/chat/tools/calls/workspace.ts';
import { bytesOfFile } from '../../src/host/chat/agent/file-bytes.ts';
import { placed } from '../../src/host/chat/agent/places.ts';
import { vscodeWorkspace } from '../../src/host/chat/agent/vscode-workspace.ts';
import { isPlain, restoreOffer, restoreView } from '../../src/host/chat/restore/restore-offer.ts';
import { restorableFiles } from '../../src/host/chat/restore/restorable-files.ts';
import { memoryFiles } from '../support/fakes/memory-files.ts';

describe('files that the agent has changed', function () {
  this.timeout(60_000);

  const [{ uri: root } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
  const folder = path.join(root.fsPath, 'restored');
  const workspace = vscodeWorkspace(() => false);
  const { signal } = new AbortController();
  let log: FileLog;
  let copies: HistoryCopies;
  let keeper: FileKeeper;

  const at = (name: string): string => path.join(folder, name);
  const put = (name: string, content: string | Uint8Array): void => writeFileSync(at(name), content);
  const find = async (name: string): Promise<Entry> =>
    (await workspace.find(`restored/${name}`, signal)) ?? assert.fail(name);
  const open = (name: string): Thenable<vscode.TextDocument> =>
    vscode.workspace.openTextDocument(vscode.Uri.file(at(name)));
  const copy = (hash: string): Promise<Uint8Array | null> => copies.read('c', 'person', hash);
  const freshKeeper = (): FileKeeper =>
    new FileKeeper({ read: bytesOfFile, keep: (bytes) => copies.keep('c', 'person', bytes, log.firstHashes) });

  async function change(entries: readonly Entry[], act: () => Promise<ChangeEnd>): Promise<void> {
    const files: FileAddress[] = entries.map(({ found }) => found);
    log.take({ kind: 'fileChangeBegan', id: 'a', files: await keeper.keep(files) });
    const { kind } = await act();
    assert.ok(kind === 'done' || kind === 'formatted', kind);
    log.take({ kind: 'fileChangeEnded', id: 'a', files: await keeper.look(files) });
  }

  async function write(name: string, after: string): Promise<void> {
    const entry = await find(name);
    const content = entry.is === 'missing' ? null : await workspace.read(entry, signal);
    const before = content?.kind === 'text' ? content.text : null;
    await change([entry], () => workspace.write(entry, before, after));
  }

  async function remove(name: string): Promise<void> {
    const entry = await find(name);
    const content = await workspace.read(entry, signal);
    await change([entry], () => workspace.remove(entry, content.kind === 'text' ? content.text : null));
  }

  async function rename(name: string, newName: string): Promise<void> {
    const [from, to] = [await find(name), await find(newName)];
    await change([from, to], () => workspace.rename(from, to));
  }

  async function restore(): Promise<Restored[]> {
    const { changes } = log;
    const found = await freshKeeper().look(filesIn(changes));
    const seen = new Map(found.map((file) => [fileKey(file), file.state]));
    const ends: Restored[] = [];
    for (const step of planRestore(changes, seen)) {
      const record = (one: FileRecord): Promise<void> => {
        log.take(one);
        return Promise.resolve();
      };
      ends.push(await restoreFile(step, seen, { keeper: freshKeeper(), copy, record, files: restorableFiles }));
    }
    return ends;
  }

  /** What a person would be asked: each row with its warnings. */
  async function asked(): Promise<string[]> {
    const offer = await restoreOffer('Restore?', log.changes, [], freshKeeper(), copy);
    assert.equal(
      offer.steps.every(isPlain),
      restoreView(offer).rows.every(({ isChosen }) => isChosen),
    );
    return restoreView(offer).rows.map(({ path: name, does, warnings, isChosen, isPossible }) =>
      [isPossible ? (isChosen ? '+' : '?') : '-', does, path.basename(name), ...warnings].join(' '),
    );
  }

  beforeEach(() => {
    mkdirSync(folder, { recursive: true });
    log = new FileLog();
    copies = new HistoryCopies([{ name: 'person', files: memoryFiles() }]);
    keeper = freshKeeper();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true, force: true });
  });

  it('are as they were to the byte, whatever their line ends, marks and contents', async () => {
    const contents: Record<string, string | Uint8Array> = {
      'crlf.txt': 'one\r\ntwo\r\n',
      'mark.txt': '\u{FEFF}one\ntwo\n',
      'mixed.txt': 'one\r\ntwo\nthree\r\n',
      'no-end.txt': 'one\ntwo',
      'latin.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]),
      'gone.bin': Buffer.from([0, 1, 2, 255, 0]),
      'moved.bin': Buffer.from([0, 9, 8, 7]),
    };
    for (const [name, content] of Object.entries(contents)) put(name, content);
    for (const name of ['crlf.txt', 'mark.txt', 'mixed.txt', 'no-end.txt', 'latin.txt']) {
      await write(name, 'wholly\nother\n');
      await write(name, 'and\nagain\n');
    }
    await write('fresh.txt', 'new\n');
    await remove('gone.bin');
    await rename('moved.bin', 'elsewhere.bin');
    assert.deepEqual([...new Set(await restore())], ['done']);
    for (const [name, content] of Object.entries(contents))
      assert.deepEqual(readFileSync(at(name)), Buffer.from(content), name);
    assert.deepEqual([existsSync(at('fresh.txt')), existsSync(at('elsewhere.bin'))], [false, false]);
    assert.deepEqual(await asked(), []);
  });

  it('are as they were after 50 mixed edits', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    const before: Record<string, string> = {
      'a.txt': 'a\r\n',
      'b.txt': '\u{FEFF}b\n',
      'c.txt': 'c\nc\r\n',
      'd.txt': '',
    };
    for (const [name, text] of Object.entries(before)) put(name, text);
    // The same numbers each time, like dice.
    let dice = 7;
    const roll = (sides: number): number => {
      dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(dice / 65_536) % sides;
    };
    for (let count = 0; count < 50; ) {
      const [name = '', other = ''] = [names[roll(5)], names[roll(5)]];
      const what = roll(5);
      const isThere = existsSync(at(name));
      if (what < 3) await write(name, `text ${String(count)}\n`);
      else if (isThere && what === 3) await remove(name);
      else if (isThere && !existsSync(at(other))) await rename(name, other);
      else continue;
      count += 1;
    }
    assert.deepEqual([...new Set(await restore())], ['done']);
    for (const name of names) {
      const text = before[name];
      if (text === undefined) assert.equal(existsSync(at(name)), false, name);
      else assert.deepEqual(readFileSync(at(name)), Buffer.from(text), name);
    }
  });

  it('stay unsaved where they were, and are saved where they were not', async () => {
    put('dirty.txt', 'one\n');
    put('clean.txt', 'one\n');
    const document = await open('dirty.txt');
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(1, 0), 'typed\n');
    await vscode.workspace.applyEdit(typed);
    await write('dirty.txt', 'one\ntyped\nagent\n');
    await write('clean.txt', 'one\nagent\n');
    assert.deepEqual(await restore(), ['done', 'done']);
    assert.deepEqual([document.getText(), document.isDirty], ['one\ntyped\n', true]);
    assert.equal(readFileSync(at('dirty.txt'), 'utf8'), 'one\n');
    assert.equal(readFileSync(at('clean.txt'), 'utf8'), 'one\n');
    assert.equal((await open('clean.txt')).isDirty, false);
  });

  it('are taken back by Undo in their editor', async () => {
    put('undone.txt', 'one\n');
    const document = await open('undone.txt');
    await write('undone.txt', 'agent\n');
    await restore();
    assert.equal(document.getText(), 'one\n');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'agent\n');
  });

  it('are asked about where somebody else has changed them, and where they are protected', async () => {
    for (const name of ['mine.txt', 'theirs.txt', '.envrc']) put(name, 'one\n');
    for (const name of ['mine.txt', 'theirs.txt', '.envrc']) await write(name, 'agent\n');
    put('theirs.txt', 'theirs\n');
    const rows = await asked();
    assert.deepEqual(
      rows.map((row) => row.split(' ').slice(0, 3).join(' ')),
      ['+ change mine.txt', '? change theirs.txt', '? change .envrc'],
    );
    assert.match(rows[1] ?? '', /Somebody else has changed it since/);
    assert.match(rows[2] ?? '', /Other programs run what this file says/);
  });

  it('are left alone where their path leads elsewhere by now', async () => {
    mkdirSync(at('inner'));
    mkdirSync(at('other'));
    put('inner/a.txt', 'one\n');
    put('other/a.txt', 'theirs\n');
    await write('inner/a.txt', 'agent\n');
    renameSync(at('inner'), at('kept'));
    symlinkSync(at('other'), at('inner'));
    assert.deepEqual(
      (await asked()).map((row) => row.split(' ').slice(0, 3).join(' ')),
      ['- change a.txt'],
    );
    assert.deepEqual(await restore(), ['changedMeanwhile']);
    assert.equal(readFileSync(at('other/a.txt'), 'utf8'), 'theirs\n');
    assert.equal((await placed('restored/inner/a.txt'))?.found.realPath.includes('other'), true);
  });
});
