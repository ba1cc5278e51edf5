import assert from 'node:assert/strict';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import * as z from 'zod/mini';
import { projectFolder } from '../../support/rules/source-files.ts';

const rule = 'no-restricted-syntax';
const configSchema = z.object({
  rules: z.record(z.string(), z.custom<Linter.RuleEntry>()),
  linterOptions: z.optional(z.object({ noInlineConfig: z.optional(z.boolean()) })),
});

/** The rule and the manners of the linter as they hold for a file of the project. */
async function configFor(
  file: string,
): Promise<{ readonly options: Linter.RuleEntry; readonly noInlineConfig: boolean }> {
  const config = configSchema.parse(await new ESLint({ cwd: projectFolder }).calculateConfigForFile(file));
  return { options: config.rules[rule] ?? 'off', noInlineConfig: config.linterOptions?.noInlineConfig ?? false };
}

const imported = `import * as vscode from 'vscode';`;

const calls: readonly string[] = [
  ...[
    'showInformationMessage',
    'showWarningMessage',
    'showErrorMessage',
    'showQuickPick',
    'createQuickPick',
    'showInputBox',
    'createInputBox',
    'showWorkspaceFolderPick',
  ],
  ...[
    'withProgress',
    'withScmProgress',
    'createStatusBarItem',
    'setStatusBarMessage',
    'createTreeView',
    'registerTreeDataProvider',
    'createTerminal',
    'registerTerminalProfileProvider',
  ],
  ...[
    'registerTerminalLinkProvider',
    'createWebviewPanel',
    'createTextEditorDecorationType',
    'registerFileDecorationProvider',
  ],
].map((name) => `vscode.window.${name}(text);`);

const constructions: readonly string[] = [
  'MarkdownString',
  'CodeLens',
  'TreeItem',
  'Hover',
  'InlayHint',
  'InlayHintLabelPart',
  'CompletionItem',
  'TerminalProfile',
].map((name) => `new vscode.${name}(text);`);

const registrations: readonly string[] = [
  'vscode.languages.registerCodeLensProvider(all, provider);',
  'vscode.languages.registerHoverProvider(all, provider);',
  'vscode.languages.registerInlayHintsProvider(all, provider);',
  'vscode.languages.registerCompletionItemProvider(all, provider);',
  'vscode.languages.createLanguageStatusItem(id, all);',
  'vscode.authentication.registerAuthenticationProvider(id, label, provider);',
  'vscode.lm.registerLanguageModelChatProvider(vendor, provider);',
  'vscode.chat.createChatParticipant(id, handler);',
  'vscode.comments.createCommentController(id, label);',
  'vscode.tests.createTestController(id, label);',
  'vscode.scm.createSourceControl(id, label);',
  `vscode.commands.executeCommand('vscode.diff', before, after, text);`,
  `vscode.commands.executeCommand('vscode.changes', text, resources);`,
  `vscode.commands.executeCommand('vscode.open', uri, column, text);`,
];

const titles: readonly string[] = [
  'panel.title = text;',
  'view.title = text;',
  'view.description = text;',
  'view.badge = { value: 1, tooltip: text };',
  `panel['title'] = text;`,
  'panel.title += text;',
  '({ text: panel.title } = given);',
  '[panel.title] = given;',
  'panel[key] = text;',
  'Object.assign(panel, { title: text });',
  `Object.defineProperty(panel, key, { value: text });`,
  `Reflect.set(panel, key, text);`,
];

const spellings: readonly string[] = [
  'const { window } = vscode; window.showErrorMessage(text);',
  'const { window: shown } = vscode;',
  'const { showErrorMessage } = vscode.window; showErrorMessage(text);',
  'const { showErrorMessage: tell } = vscode.window; tell(text);',
  'const tell = vscode.window.showErrorMessage; tell(text);',
  'const { window: { showErrorMessage } } = vscode;',
  'const { ["showErrorMessage"]: tell } = vscode.window;',
  'const { [name]: place } = vscode;',
  'const { env, ...others } = vscode;',
  `vscode.window['showErrorMessage'](text);`,
  'vscode.window[`showErrorMessage`](text);',
  `vscode.window['show' + 'ErrorMessage'](text);`,
  'vscode.window[name](text);',
  'vscode.window?.showErrorMessage(text);',
  `vscode['window'].showErrorMessage(text);`,
  'vscode[place][name](text);',
  'vscode.languages[name](all, provider);',
  'vscode.window.showErrorMessage.call(null, text);',
  'vscode.window.showErrorMessage.bind(vscode.window)(text);',
  'void Promise.resolve(text).then(vscode.window.showErrorMessage);',
  'const shown = vscode.window;',
  'let shown; shown = vscode.window;',
  'tellThrough(vscode.window);',
  'const all = vscode;',
  'const all = vscode as unknown as Record<string, Record<string, (text: string) => void>>;',
  'tellThrough(vscode);',
  'const parts = { vscode };',
  'const parts = [vscode];',
  'export const all = () => vscode;',
  'class Shown extends vscode.TreeItem {}',
  'Reflect.get(api, name);',
  'const { languages } = vscode; languages[name](all, provider);',
  'const { activeTextEditor, ...others } = vscode.window;',
  '({ window: shown } = vscode);',
  'const all = { ...vscode };',
  'for (const name in vscode.window) tell(name);',
  `vscode.window['show\\x45rrorMessage'](text);`,
  '(vscode.window as unknown as Record<string, unknown>)[name];',
  `vscode.commands.executeCommand('vscode.' + 'diff', before, after, text);`,
  'vscode.commands.executeCommand(`${scheme}.diff`, before, after, text);',
  'const { executeCommand } = vscode.commands; executeCommand(`vscode.diff`, before, after, text);',
  'vscode.commands.executeCommand(command, before, after, text);',
];

const imports: readonly string[] = [
  `import { window } from 'vscode';`,
  `import { window as shown } from 'vscode';`,
  `import { languages } from 'vscode';`,
  `import { MarkdownString } from 'vscode';`,
  `import { CodeLens as Lens } from 'vscode';`,
  `import * as code from 'vscode';`,
  `import code from 'vscode';`,
  `export * from 'vscode';`,
  `export { window } from 'vscode';`,
  `const code = await import('vscode');`,
  `const code = require('vscode');`,
  `import code = require('vscode');`,
];

const allowed: readonly string[] = [
  'const { l10n, ThemeIcon } = vscode;',
  'vscode.window.activeTextEditor?.edit(change);',
  'vscode.window.tabGroups.all[0];',
  'await vscode.window.showTextDocument(document);',
  `await vscode.commands.executeCommand('tidemark.signIn');`,
  'await vscode.commands.executeCommand(`tidemark.${action}`);',
  'const hover: vscode.MarkdownString = createHover(paragraphs); const { title } = options;',
  'const all: typeof vscode.window | null = null;',
  'const files = [1, 2]; files[0] = 3;',
];

describe('the linter', () => {
  const linter = new Linter();
  let options: Linter.RuleEntry = 'off';
  let noInlineConfig = false;

  before(async () => ({ options, noInlineConfig } = await configFor('src/host/chat/context/attaching.ts')));

  const complaintsAt = (code: string): number => {
    const languageOptions = { parser: tseslint.parser, sourceType: 'module' as const, ecmaVersion: 'latest' as const };
    const messages = linter.verify(code, {
      languageOptions,
      linterOptions: { noInlineConfig },
      rules: { [rule]: options },
    });
    assert.deepEqual(
      messages.filter(({ fatal }) => fatal === true),
      [],
    );
    return messages.filter(({ ruleId }) => ruleId === rule).length;
  };
  const cases: readonly (readonly [what: string, lines: readonly string[]])[] = [
    ['a call that shows a text', calls],
    ['a thing that holds a text', constructions],
    ['a registration through which texts are asked for', registrations],
    ['a title that is set on what VS Code gave', titles],
    ['a spelling of such a call', spellings],
  ];
  for (const [what, lines] of cases) {
    for (const line of lines)
      it(`finds ${what}: ${line}`, () => assert.notEqual(complaintsAt(`${imported}\n${line}`), 0));
  }
  for (const line of imports)
    it(`finds an import under a name that it could not follow: ${line}`, () => assert.notEqual(complaintsAt(line), 0));
  for (const line of allowed)
    it(`has nothing against ${line}`, () => assert.equal(complaintsAt(`${imported}\n${line}`), 0));

  it('cannot be silenced by a comment', () => {
    assert.equal(
      complaintsAt(`${imported}\n// eslint-disable-next-line ${rule}\nvscode.window.showErrorMessage(text);`),
      1,
    );
  });

  it('holds all of host and the entry to it, but for the one folder', async () => {
    for (const file of [
      'src/extension.ts',
      'src/host/service/connect.ts',
      'src/host/plan/status/status-item.ts',
      'src/host/a/b/c.ts',
      'src/host/displays.ts',
    ]) {
      assert.deepEqual(await configFor(file), { options, noInlineConfig: true });
    }
    assert.equal((await configFor('src/host/display/notification.ts')).options, 'off');
  });
});
