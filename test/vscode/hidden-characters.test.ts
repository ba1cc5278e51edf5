// Code with characters that do not show comes into the editor only as the person wants it, by whichever button.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HiddenCharactersAnswer } from '../../src/host/chat/code/hidden-characters-question.ts';
import { useCode } from '../../src/host/chat/page-requests.ts';

const trojan = 'a\u202eb\u200b\u200b\u00a0c';

describe('code with characters that do not show', () => {
  let details: string[] = [];
  const answering = (answer: HiddenCharactersAnswer) => (detail: readonly string[]): Promise<HiddenCharactersAnswer> => {
    details.push(detail.join('\n'));
    return Promise.resolve(answer);
  };
  beforeEach(async () => {
    details = [];
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '', language: 'plaintext' }));
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
  const shown = (): string | undefined => vscode.window.activeTextEditor?.document.getText();

  it('is named before it is inserted, and left out where the person does not want it', async () => {
    await useCode({ kind: 'insertText', text: trojan }, answering(null));
    assert.equal(shown(), '');
    assert.deepEqual(details, [
      'U+202E RIGHT-TO-LEFT OVERRIDE\nU+200B ZERO WIDTH SPACE, 2 times\nU+00A0 NO-BREAK SPACE\n\n' +
        'They can make code look like other code than it is. The code block in the answer marks where they are.',
    ]);
  });

  it('is inserted to the letter, or as it looks, whichever the person chooses', async () => {
    await useCode({ kind: 'insertText', text: trojan }, answering('asItIs'));
    assert.equal(shown(), trojan);
    await vscode.commands.executeCommand('editor.action.selectAll');
    await useCode({ kind: 'insertText', text: trojan }, answering('without'));
    assert.equal(shown(), 'ab c');
  });

  it('is asked about before a change is proposed, and before it is opened as a file', async () => {
    await useCode({ kind: 'applyText', text: trojan }, answering(null));
    await useCode({ kind: 'openText', text: trojan, language: '' }, answering(null));
    assert.equal(details.length, 2);
    assert.equal(shown(), '');
  });

  it('that hides nothing is not asked about', async () => {
    await useCode({ kind: 'insertText', text: 'plain ⚠️\n' }, answering(null));
    assert.deepEqual([shown(), details], ['plain ⚠️\n', []]);
  });
});
