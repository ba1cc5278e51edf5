// When what goes along by itself is read again.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AccompanyingContext } from '../../src/host/chat/context/accompanying.ts';

describe('what goes along by itself', () => {
  const [{ uri: root } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(root, 'read-again', name);
  let reads: string[];
  let accompanying: AccompanyingContext;

  before(async () => {
    // No language has problems with them, which would outlive the files.
    for (const name of ['cart.txt', 'other/price.txt'])
      await vscode.workspace.fs.writeFile(at(name), new TextEncoder().encode('one\ntwo\n'));
  });
  after(() => vscode.workspace.fs.delete(vscode.Uri.joinPath(root, 'read-again'), { recursive: true }));
  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.window.showTextDocument(at('cart.txt'));
    reads = [];
    // Without a file VS Code has none to report.
    accompanying = new AccompanyingContext((uri) => {
      const path = vscode.workspace.asRelativePath(uri);
      reads.push(path);
      return Promise.resolve(`Instructions of ${path}`);
    });
    await isAlong(['AGENTS.md', 'read-again/AGENTS.md']);
  });
  afterEach(async () => {
    accompanying.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const isAlong = (expected: readonly string[]): Promise<void> => {
    const isSo = (): boolean => {
      const labels = accompanying.shown(() => false).map(({ attachment: { label } }) => label);
      return JSON.stringify(labels) === JSON.stringify(expected);
    };
    return new Promise((resolve) => {
      if (isSo()) resolve();
      else
        accompanying.onDidChange(() => {
          if (isSo()) resolve();
        });
    });
  };
  const select = (line: number, length: number): void => {
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    editor.selection = new vscode.Selection(line, 0, line, length);
  };

  it('follows the cursor without reading the instructions of the project again', async () => {
    const instructions = ['AGENTS.md', 'read-again/AGENTS.md'];
    assert.deepEqual(reads, instructions);
    select(0, 3);
    await isAlong([...instructions, 'read-again/cart.txt:1']);
    select(1, 3);
    await isAlong([...instructions, 'read-again/cart.txt:2']);
    select(1, 0);
    await isAlong(instructions);
    assert.deepEqual(reads, instructions);
  });

  it('reads the instructions for another folder as soon as a file of it is worked on', async () => {
    await vscode.window.showTextDocument(at('other/price.txt'));
    await isAlong(['AGENTS.md', 'read-again/other/AGENTS.md']);
    assert.deepEqual(reads, ['AGENTS.md', 'read-again/AGENTS.md', 'AGENTS.md', 'read-again/other/AGENTS.md']);
  });
});
