import assert from 'node:assert/strict';
import { namesIn, type SourceNames } from '../../../support/rules/source-names.ts';

const read = (text: string): SourceNames => namesIn(new Map([['src/host/a.ts', text]]), 'own.');

describe('the names that source uses', () => {
  it('are commands that it registers, one by one or as the keys of a table', () => {
    const { registeredCommands } = read(
      `vscode.commands.registerCommand('own.a', run); type CommandId = 'own.b' | 'own.c'; // registerCommand('own.d')`,
    );
    assert.deepEqual([...registeredCommands], ['own.a', 'own.b', 'own.c']);
  });

  it("are commands that it runs or puts behind buttons and links, but for VS Code's own", () => {
    const { usedCommands } = read(
      `commands.executeCommand('own.a'); const item = { command: signedIn ? 'own.b' : 'own.c' }; x.isTrusted = { enabledCommands: ['own.d'] };
       const link = '[x](command:own.e)'; const other = \`[\${x}](command:own.f?1)\`; commands.executeCommand('vscode.open'); const y = { command: 'vscode.diff' };`,
    );
    assert.deepEqual([...usedCommands], ['own.a', 'own.b', 'own.c', 'own.d', 'own.e', 'own.f']);
  });

  it('are views, restored panels and context keys', () => {
    const { views, restoredPanels, contextKeys } = read(
      `window.registerWebviewViewProvider('own.v', p); window.createTreeView('own.t', o); window.registerWebviewPanelSerializer('own.p', s);
       commands.executeCommand('setContext', 'own.signedIn', true);`,
    );
    assert.deepEqual(
      [[...views], [...restoredPanels], [...contextKeys]],
      [['own.v', 'own.t'], ['own.p'], ['own.signedIn']],
    );
  });

  it('are settings, in files that read the configuration', () => {
    assert.deepEqual(
      [
        ...read(
          `workspace.getConfiguration('own').get('chat.model'); const host = '127.0.0.1'; import x from 'zod/mini';`,
        ).settingKeys,
      ],
      ['chat.model'],
    );
    assert.deepEqual([...read(`const secret = 'own.secret';`).settingKeys], []);
  });

  it('are sentences, with null for those that no translator could see', () => {
    assert.deepEqual(
      read(`l10n.t('One {0}.', a); vscode.l10n.t(\`Two.\`); l10n.t(\`Three \${x}.\`); l10n.t(four); other.t('five');`)
        .sentences,
      [
        { file: 'src/host/a.ts', text: 'One {0}.', values: 1 },
        { file: 'src/host/a.ts', text: 'Two.', values: 0 },
        { file: 'src/host/a.ts', text: null, values: 0 },
        { file: 'src/host/a.ts', text: null, values: 0 },
      ],
    );
  });
});
