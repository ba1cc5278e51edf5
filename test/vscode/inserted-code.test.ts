import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { insertAtCursor } from '../../src/host/chat/editor/actions.ts';
import { HeardVoice } from '../support/fakes/heard-voice.ts';

describe('code that is inserted at the cursor', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('takes the place of every selection, and Undo takes it back at once, wherever the keyboard was', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one two one', language: 'plaintext' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selections = [new vscode.Selection(0, 0, 0, 3), new vscode.Selection(0, 8, 0, 11)];
    await vscode.commands.executeCommand('workbench.view.explorer');
    await insertAtCursor('1', new HeardVoice().inform);
    assert.equal(document.getText(), '1 two 1');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one two one');
  });

  it('has nowhere to go where no file is open, which is said', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const voice = new HeardVoice();
    await insertAtCursor('1', voice.inform);
    assert.deepEqual(voice.heard, ['Open a file first: the code goes where its cursor is.']);
  });
});
