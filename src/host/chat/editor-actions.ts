// Knows what the buttons on code do in the editor; not where they stand. Model text is only ever inserted as text.
import * as vscode from 'vscode';
import { showInformation } from '../display/notification.ts';

const { l10n } = vscode;

/** Puts code where the cursor is, in place of a selection. */
export async function insertAtCursor(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    void showInformation(l10n.t('Open a file first: the code goes where its cursor is.'));
    return;
  }
  await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
}

/** Opens code in a new, unsaved editor; an unknown language opens as plain text. */
export async function openCodeAsFile(text: string, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const alias = languageAliases.get(language) ?? language;
  const options = known.includes(alias) ? { content: text, language: alias } : { content: text };
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(options));
}

/** Names that models put behind a fence where VS Code has another. */
const languageAliases = new Map([
  ['ts', 'typescript'],
  ['tsx', 'typescriptreact'],
  ['js', 'javascript'],
  ['jsx', 'javascriptreact'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'shellscript'],
  ['bash', 'shellscript'],
  ['shell', 'shellscript'],
  ['yml', 'yaml'],
  ['md', 'markdown'],
  ['cs', 'csharp'],
  ['c++', 'cpp'],
]);
