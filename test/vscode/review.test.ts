// Code reaches a file only through a change that a person has seen as a diff and accepted, whole or in part.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { PendingChanges } from '../../src/core/chat/review/pending-changes.ts';
import type { PersistedText } from '../../src/core/ports.ts';
import { ChangeDiffs } from '../../src/host/chat/editor/review/change-diffs.ts';
import { LazyProposalFiles } from '../../src/host/chat/editor/review/lazy-proposal-files.ts';
import { Review } from '../../src/host/chat/editor/review/review.ts';
import { changesShown } from '../../src/host/chat/present/changes.ts';
import { memoryText } from '../support/fakes/memory-files.ts';

const original = 'one\ntwo\nthree\nfour\nfive\n';
const proposed = 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n';
/** The extension itself has registered its own in this window. */
const scheme = 'tidemark-proposal-tested';

describe('the review of changes', () => {
  let folder: string;
  let kept: PersistedText;
  let review: Review;
  let files: vscode.Disposable;
  let told: string[];
  let asked: string[];
  let press: string | undefined;
  let confirms: boolean;
  let isTrusted: boolean;

  const openReview = (): void => {
    // Of its own test: what is still under way when a test ends may speak after the next has begun.
    const [heard, confirmed] = [told, asked];
    const voice = {
      tell: (text: string) => {
        heard.push(text);
        return Promise.resolve(press);
      },
      confirm: (text: string) => {
        confirmed.push(text);
        return Promise.resolve(confirms);
      },
    };
    review = new Review(new PendingChanges(kept), new ChangeDiffs(scheme), voice, () => isTrusted);
    const provider = new LazyProposalFiles(() => Promise.resolve(review.files));
    files = vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  };
  const closeReview = (): void => {
    files.dispose();
    review.dispose();
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemark-'));
    writeFileSync(at('numbers.txt'), original);
    kept = memoryText();
    [told, asked, press, confirms, isTrusted] = [[], [], undefined, false, true];
    openReview();
  });
  afterEach(async () => {
    await review.discardAll();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    closeReview();
    rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => path.join(folder, name);
  const uriOf = (name: string): vscode.Uri => vscode.Uri.file(at(name));
  const propose = (name = 'numbers.txt', from: string | null = original, to: string | null = proposed): Promise<void> =>
    review.propose([{ uri: uriOf(name).toString(), original: from, proposed: to }]);
  /** VS Code tells a moment later which tab is in front. */
  const proposeInFront = async (): Promise<void> => {
    await propose();
    await becomes(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff,
      true,
    );
  };
  const read = (name = 'numbers.txt'): string => readFileSync(at(name), 'utf8');
  const open = (name = 'numbers.txt'): Thenable<vscode.TextDocument> => vscode.workspace.openTextDocument(uriOf(name));
  const diffs = (): vscode.TabInputTextDiff[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input instanceof vscode.TabInputTextDiff ? [input] : [])),
    );
  const rightSide = async (): Promise<vscode.TextDocument> =>
    vscode.workspace.openTextDocument((diffs()[0] ?? assert.fail('No diff is open.')).modified);
  const list = (): unknown[] => {
    const message = changesShown(review.watched.all());
    assert.ok(message.kind === 'changesShown');
    return message.changes.map(({ name, does, lines, note }) =>
      [name, does, lines === null ? null : `+${lines.added} −${lines.removed}`, note].filter((part) => part !== null),
    );
  };
  /** As soon as it is so; a test that waits in vain fails with what is so instead. */
  const becomes = async (look: () => unknown, wanted: unknown): Promise<void> => {
    const end = Date.now() + 10_000;
    while (Date.now() < end && JSON.stringify(look()) !== JSON.stringify(wanted))
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(look(), wanted);
  };
  const edit = async (uri: vscode.Uri, change: (edit: vscode.WorkspaceEdit) => void): Promise<void> => {
    const edits = new vscode.WorkspaceEdit();
    change(edits);
    assert.equal(await vscode.workspace.applyEdit(edits), true, uri.toString());
  };
  const idOf = (): string => review.watched.all()[0]?.change.id ?? assert.fail('No change waits.');
  const putCursorAt = (line: number): void => {
    const editor = vscode.window.activeTextEditor ?? assert.fail('No editor is in front.');
    editor.selection = new vscode.Selection(line, 0, line, 0);
  };

  it('shows a change as a diff and in the list before anything is written', async () => {
    await propose();
    const [diff] = diffs();
    assert.equal(diff?.original.toString(), uriOf('numbers.txt').toString());
    assert.equal((await rightSide()).getText(), proposed);
    assert.deepEqual([list(), read()], [[['numbers.txt', 'edit', '+3 −2']], original]);
  });

  it('writes what is accepted and saves it, and Undo takes it back', async () => {
    await proposeInFront();
    await review.accept();
    assert.deepEqual([read(), list(), diffs()], [proposed, [], []]);
    const { document } = vscode.window.activeTextEditor ?? assert.fail('The file is not shown.');
    assert.equal(document.uri.toString(), uriOf('numbers.txt').toString());
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), original);
  });

  it('leaves a file unsaved that had changes of its own', async () => {
    const document = await open();
    await edit(document.uri, (edits) => edits.insert(document.uri, new vscode.Position(2, 0), 'mine '));
    await proposeInFront();
    await review.accept();
    assert.equal(document.getText(), 'ONE\ntwo\nmine three\nfour\nFIVE\nsix\n');
    assert.deepEqual([document.isDirty, read()], [true, original]);
  });

  it('keeps the line breaks of the file', async () => {
    writeFileSync(at('numbers.txt'), original.replaceAll('\n', '\r\n'));
    await proposeInFront();
    await review.accept();
    assert.equal(read(), proposed.replaceAll('\n', '\r\n'), told.join('\n'));
  });

  it('leaves everything as it is where a change is discarded', async () => {
    await proposeInFront();
    await review.discard();
    assert.deepEqual([read(), list(), diffs()], [original, [], []]);
  });

  it('accepts the change at the cursor alone, and Undo brings it back as a proposal', async () => {
    await proposeInFront();
    putCursorAt(0);
    await review.acceptAtCursor();
    assert.equal(read(), 'ONE\ntwo\nthree\nfour\nfive\n');
    assert.deepEqual(list(), [['numbers.txt', 'edit', '+2 −1']]);
    await vscode.window.showTextDocument(await open());
    await vscode.commands.executeCommand('undo');
    await becomes(list, [['numbers.txt', 'edit', '+3 −2']]);
    await review.open(idOf());
    putCursorAt(5);
    await review.acceptAtCursor();
    putCursorAt(0);
    await review.acceptAtCursor();
    assert.deepEqual([(await open()).getText(), list(), diffs()], [proposed, [], []]);
  });

  it('says so where the cursor is in no change', async () => {
    await proposeInFront();
    putCursorAt(2);
    await review.acceptAtCursor();
    assert.deepEqual([told.length, read(), list().length], [1, original, 1]);
  });

  it('takes what a person reverts on the right side as discarded, down to the last', async () => {
    await propose();
    const right = await rightSide();
    await edit(right.uri, (edits) => edits.replace(right.uri, new vscode.Range(0, 0, 0, 3), 'one'));
    await becomes(list, [['numbers.txt', 'edit', '+2 −1']]);
    await becomes(() => right.isDirty, false);
    await edit(right.uri, (edits) => edits.replace(right.uri, new vscode.Range(4, 0, 6, 0), 'five\n'));
    await becomes(list, []);
    await becomes(() => diffs().length, 0);
    assert.equal(read(), original);
  });

  it('finds a change again where the file has changed elsewhere, also on the right side', async () => {
    await propose();
    const document = await open();
    await edit(document.uri, (edits) => edits.insert(document.uri, new vscode.Position(2, 0), 'new\n'));
    const right = await rightSide();
    await becomes(() => right.getText(), 'ONE\ntwo\nnew\nthree\nfour\nFIVE\nsix\n');
    assert.deepEqual(list(), [['numbers.txt', 'edit', '+3 −2']]);
  });

  it('refuses in words where the file has changed in the same lines, until the person has made one of both', async () => {
    await propose();
    const document = await open();
    await edit(document.uri, (edits) => edits.replace(document.uri, new vscode.Range(0, 0, 0, 3), 'uno'));
    await becomes(list, [['numbers.txt', 'edit', 'the file has changed in the same lines']]);
    await review.accept();
    assert.match(told[0] ?? '', /numbers\.txt has changed in the same lines since/);
    const right = await rightSide();
    await edit(right.uri, (edits) => edits.replace(right.uri, new vscode.Range(0, 0, 0, 3), 'UNO'));
    await review.accept();
    assert.equal(document.getText(), proposed.replace('ONE', 'UNO'));
  });

  it('creates a file with its folders, and deletes it again where Undo takes that back', async () => {
    await propose('src/new.txt', null, 'new\n');
    assert.deepEqual(list(), [['new.txt', 'create', '+1 −0']]);
    assert.equal(existsSync(at('src/new.txt')), false);
    await review.accept();
    assert.equal(read('src/new.txt'), 'new\n');
    await vscode.commands.executeCommand('undo');
    await becomes(() => existsSync(at('src/new.txt')), false);
  });

  it('deletes a file, and offers it back', async () => {
    await propose('numbers.txt', original, null);
    assert.deepEqual(list(), [['numbers.txt', 'delete', '+0 −5']]);
    press = 'Undo';
    await review.accept();
    await becomes(() => existsSync(at('numbers.txt')) && read(), original);
    assert.match(told[0] ?? '', /numbers\.txt is deleted/);
  });

  it('refuses in words what became of a file meanwhile', async () => {
    await propose();
    await propose('other.txt', null, 'new\n');
    rmSync(at('numbers.txt'));
    writeFileSync(at('other.txt'), 'mine\n');
    for (const { change } of review.watched.all()) await review.accept(change.id);
    assert.match(told[0] ?? '', /numbers\.txt was deleted meanwhile/);
    assert.match(told[1] ?? '', /other\.txt exists now/);
    assert.deepEqual([existsSync(at('numbers.txt')), read('other.txt')], [false, 'mine\n']);
  });

  it('refuses in words what is no text of a file that can be written', async () => {
    mkdirSync(at('folder'));
    writeFileSync(at('binary.bin'), new Uint8Array([0, 1, 2, 0, 255]));
    for (const name of ['folder', 'binary.bin', 'book.ipynb']) await propose(name, '', 'x');
    await review.propose([{ uri: 'output:some', original: '', proposed: 'x' }]);
    assert.deepEqual(
      told.map((text) => /not a text file|is a notebook|is read-only/.exec(text)?.[0]),
      ['not a text file', 'not a text file', 'is a notebook', 'is read-only'],
    );
    assert.deepEqual(list(), []);
  });

  it('writes nothing in a folder that is not trusted', async () => {
    isTrusted = false;
    await proposeInFront();
    await review.accept();
    await review.acceptAtCursor();
    await review.acceptAll();
    assert.equal(
      told.every((text) => text.includes('not trusted')),
      true,
    );
    assert.deepEqual([told.length, read(), list().length], [3, original, 1]);
  });

  it('asks about a protected file, which Accept All leaves out', async () => {
    await propose('.env', null, 'A=1\n');
    await propose();
    await propose('more.txt', null, 'more\n');
    await review.acceptAll();
    assert.deepEqual([read(), read('more.txt'), existsSync(at('.env'))], [proposed, 'more\n', false]);
    assert.match(told.at(-1) ?? '', /Accepted: 2\. Still waiting: 1\./);
    await review.accept(idOf());
    assert.deepEqual([asked.length, existsSync(at('.env'))], [1, false]);
    confirms = true;
    await review.accept(idOf());
    assert.equal(read('.env'), 'A=1\n');
  });

  it('asks about a file that a link leads to, whatever the link is called', async () => {
    mkdirSync(at('.vscode'));
    writeFileSync(at('.vscode/tasks.json'), original);
    symlinkSync('.vscode', at('docs'));
    symlinkSync('.vscode/tasks.json', at('notes.txt'));
    await propose('notes.txt');
    await propose('docs/tasks.json');
    await review.acceptAll();
    await review.accept();
    assert.equal(read('.vscode/tasks.json'), original);
    assert.equal(asked.length, 1);
    assert.deepEqual(told, [
      'Accepted: 0. Still waiting: 2. Protected files, and files that have changed meanwhile, are accepted one by one.',
    ]);
  });

  it('is as it was after a reload, with what the person has changed in it', async () => {
    await propose();
    const right = await rightSide();
    await edit(right.uri, (edits) => edits.replace(right.uri, new vscode.Range(0, 0, 0, 3), 'EINS'));
    await becomes(() => right.isDirty, false);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    closeReview();
    openReview();
    await becomes(list, [['numbers.txt', 'edit', '+3 −2']]);
    await review.open(idOf());
    assert.equal((await rightSide()).getText(), proposed.replace('ONE', 'EINS'));
    await review.accept();
    assert.equal(read(), proposed.replace('ONE', 'EINS'));
  });

  it('reads a proposal as it is whatever encoding the files of the person have', async () => {
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('encoding', 'gbk', vscode.ConfigurationTarget.Global);
    try {
      await propose('umlauts.txt', null, 'Grüße 漢字\n');
      assert.equal((await rightSide()).getText(), 'Grüße 漢字\n');
    } finally {
      await settings.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
