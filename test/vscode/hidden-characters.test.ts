// Code with characters that do not show comes into the editor only as the person wants it, by whichever button.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HiddenCharactersAnswer } from '../../src/host/chat/code/hidden-characters-question.ts';
import { withoutHidden } from '../../src/core/chat/code/hidden-characters.ts';
import { copyCode, useCode } from '../../src/host/chat/panel/requests.ts';
import { HeardVoice } from '../support/fakes/heard-voice.ts';

const trojan = 'a\u202eb\u200b\u200b\u00a0c';

describe('code with characters that do not show', () => {
  let details: string[] = [];
  const answering =
    (answer: HiddenCharactersAnswer) =>
    (detail: readonly string[]): Promise<HiddenCharactersAnswer> => {
      details.push(detail.join('\n'));
      return Promise.resolve(answer);
    };
  beforeEach(async () => {
    details = [];
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: '', language: 'plaintext' }),
    );
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
  const noReview = { propose: () => Promise.reject(new Error('Nothing was to be proposed.')) };
  const shown = (): string | undefined => vscode.window.activeTextEditor?.document.getText();

  it('is named before it is inserted, and left out where the person does not want it', async () => {
    await useCode({ kind: 'insertText', text: trojan }, noReview, new HeardVoice(), answering(null));
    assert.equal(shown(), '');
    assert.deepEqual(details, [
      'U+202E RIGHT-TO-LEFT OVERRIDE\nU+200B ZERO WIDTH SPACE, 2 times\nU+00A0 NO-BREAK SPACE\n\n' +
        'They can make code look like other code than it is. The code block in the answer marks where they are.',
    ]);
  });

  it('is inserted to the letter, or as it looks, whichever the person chooses', async () => {
    await useCode({ kind: 'insertText', text: trojan }, noReview, new HeardVoice(), answering('asItIs'));
    assert.equal(shown(), trojan);
    await vscode.commands.executeCommand('editor.action.selectAll');
    await useCode({ kind: 'insertText', text: trojan }, noReview, new HeardVoice(), answering('without'));
    assert.equal(shown(), 'ab c');
  });

  it('is asked about before a change is proposed, and before it is opened as a file', async () => {
    await useCode(
      { kind: 'applyText', text: trojan, info: '', file: null },
      noReview,
      new HeardVoice(),
      answering(null),
    );
    await useCode({ kind: 'openText', text: trojan, language: '' }, noReview, new HeardVoice(), answering(null));
    assert.equal(details.length, 2);
    assert.equal(shown(), '');
  });

  it('is copied to the letter, and without them where the person then wants it so', async () => {
    await copyCode(trojan, () => Promise.resolve(null));
    assert.equal(await vscode.env.clipboard.readText(), trojan);
    await copyCode(trojan, (code) => Promise.resolve(withoutHidden(code)));
    assert.equal(await vscode.env.clipboard.readText(), 'ab c');
  });

  it('that hides nothing is not asked about', async () => {
    await useCode({ kind: 'insertText', text: 'plain ⚠️\n' }, noReview, new HeardVoice(), answering(null));
    assert.deepEqual([shown(), details], ['plain ⚠️\n', []]);
  });
});
