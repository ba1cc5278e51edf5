// What the agent reads in the real editor: a file as its editor shows it, what is no text, and what others report of
// it.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Problem } from '../../src/core/chat/attachments/problem-list.ts';
import type { Entry, FileContent } from '../../src/core/chat/tools/calls/workspace.ts';
import { vscodeWorkspace } from '../../src/host/chat/agent/vscode-workspace.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a file that the agent reads', () => {
  const [{ uri: root } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
  const folder = path.join(root.fsPath, 'read');
  const { signal } = new AbortController();
  let takesImages = true;
  const workspace = vscodeWorkspace(() => takesImages);
  const find = async (name: string): Promise<Entry> =>
    (await workspace.find(`read/${name}`, signal)) ?? assert.fail(name);
  const read = async (name: string): Promise<FileContent> => workspace.read(await find(name), signal);
  const put = (name: string, content: string | Uint8Array): void => writeFileSync(path.join(folder, name), content);

  before(() => mkdirSync(folder, { recursive: true }));
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    rmSync(folder, { recursive: true });
  });

  it('says what its editor shows, also what is not saved', async () => {
    put('open.txt', 'saved');
    const document = await vscode.workspace.openTextDocument(path.join(folder, 'open.txt'));
    await vscode.window.showTextDocument(document);
    assert.deepEqual(
      [await read('open.txt'), (await find('open.txt')).isDirty],
      [{ kind: 'text', text: 'saved' }, false],
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'not ');
    assert.equal(await vscode.workspace.applyEdit(edit), true);
    const entry = await find('open.txt');
    assert.deepEqual(
      [await read('open.txt'), entry.isDirty, entry.is],
      [{ kind: 'text', text: 'not saved' }, true, 'file'],
    );
  });

  it('is an image where the model takes them, and else no text', async () => {
    put('pixel.png', Buffer.from(pixel, 'base64'));
    assert.deepEqual(await read('pixel.png'), {
      kind: 'image',
      image: { kind: 'image', mediaType: 'image/png', data: pixel },
    });
    takesImages = false;
    assert.deepEqual(await read('pixel.png'), { kind: 'binary' });
  });

  it('is no text where it is a notebook, holds a zero or is very large, or is no file', async () => {
    put('a.ipynb', '{}');
    put('zero.bin', Buffer.from([65, 0, 66]));
    put('large.txt', 'a'.repeat(21_000_000));
    const kinds = await Promise.all(['a.ipynb', 'zero.bin', 'large.txt'].map(async (name) => (await read(name)).kind));
    assert.deepEqual(kinds, ['notebook', 'binary', 'tooLarge']);
    assert.deepEqual([(await find('missing.txt')).is, (await find('.')).is], ['missing', 'folder']);
  });

  it('has the problems that are reported of it now, and those that a change brings', async () => {
    put('wrong.txt', 'wrong');
    const entry = await find('wrong.txt');
    const uri = vscode.Uri.file(path.join(folder, 'wrong.txt'));
    const reported = vscode.languages.createDiagnosticCollection('test');
    const told = (problems: readonly Problem[]): string => problems.map(({ line }) => line).join('\n');
    const report = (message: string): void =>
      reported.set(uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 5), message)]);
    try {
      assert.deepEqual(await workspace.problems(entry), []);
      report('It is wrong.');
      assert.match(told(await workspace.problems(entry)), /It is wrong\.$/);
      const after = workspace.problemsAfterChange(entry, signal);
      report('It is wrong in another way.');
      assert.match(told(await after), /It is wrong in another way\.$/);
    } finally {
      reported.dispose();
    }
  });
});
