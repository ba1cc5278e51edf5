// What every supported VS Code must be able to do: find the extension, start it, and offer its commands.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const COMMANDS = [
  'tidemark.signIn',
  'tidemark.signOut',
  'tidemark.connect',
  'tidemark.setApiKey',
  'tidemark.focusChat',
  'tidemark.newChat',
];

describe('the extension', () => {
  it('is present and activates', async () => {
    const extension = vscode.extensions.getExtension('tidemark.tidemark');
    assert.ok(extension, 'VS Code does not know tidemark.tidemark');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers every command that a person can run', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      COMMANDS.filter((command) => !registered.has(command)),
      [],
    );
  });
});
