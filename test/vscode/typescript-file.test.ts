// The VS Code that the suites run in, and `npm start` opens, is a whole one: its own extensions find what they need, so
// that nobody is told of a broken installation at their first TypeScript file.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

describe('a TypeScript file', () => {
  it('is understood by the TypeScript server of VS Code', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'typescript-'));
    try {
      const file = path.join(folder, 'tide.ts');
      await writeFile(file, 'export function highWater(): number {\n  return 1;\n}\n');
      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document);
      // It answers once it has started; where it cannot start it never does, and the test runs out of time.
      let names: string[] = [];
      while (names.length === 0) {
        const symbols = await vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
          'vscode.executeDocumentSymbolProvider',
          document.uri,
        );
        names = (symbols ?? []).map(({ name }) => name);
      }
      assert.deepEqual(names, ['highWater']);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
