// Code from an answer changes a file only through a diff that the person has seen and confirmed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { proposeChange } from '../../src/host/chat/proposed-change.ts';

const before = 'one\ntwo\nthree\n';

describe('a proposed change', () => {
  let folder: string;
  let document: vscode.TextDocument;
  let editor: vscode.TextEditor;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemark-'));
    const file = vscode.Uri.file(path.join(folder, 'numbers.txt'));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(before));
    document = await vscode.workspace.openTextDocument(file);
    editor = await vscode.window.showTextDocument(document);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    rmSync(folder, { recursive: true });
  });

  const openDiffs = (): vscode.TabInputTextDiff[] =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(({ input }) => (input instanceof vscode.TabInputTextDiff ? [input] : [])));

  it('is shown beside what it replaces before anything changes, and made once it is confirmed', async () => {
    let shown: string | undefined;
    await proposeChange('new', async () => {
      const [diff] = openDiffs();
      assert.equal(diff?.original.toString(), document.uri.toString());
      shown = (await vscode.workspace.openTextDocument(diff.modified)).getText();
      assert.equal(document.getText(), before);
      return true;
    });
    assert.equal(shown, 'new\n');
    assert.equal(document.getText(), 'new\n');
    assert.deepEqual(openDiffs(), []);
  });

  it('replaces only what is selected', async () => {
    editor.selection = new vscode.Selection(1, 0, 1, 3);
    await proposeChange('2', () => Promise.resolve(true));
    assert.equal(document.getText(), 'one\n2\nthree\n');
  });

  it('leaves the file as it is where it is not confirmed', async () => {
    await proposeChange('new', () => Promise.resolve(false));
    assert.equal(document.getText(), before);
    assert.deepEqual(openDiffs(), []);
  });

  it('is not made in a file that has changed since', async () => {
    await proposeChange('new', async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), 'mine ');
      return vscode.workspace.applyEdit(edit);
    });
    assert.equal(document.getText(), `mine ${before}`);
  });
});
