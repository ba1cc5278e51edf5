// What the buttons on code do in the editor. Model text is only ever inserted as text.
import * as vscode from 'vscode';
import { inertName } from '../../display/names.ts';
import type { Tell } from '../../display/notification.ts';
import { editorInUse } from './editor-in-use.ts';

const { l10n } = vscode;

/** Puts code where the cursor is, in place of a selection, and the keyboard there: Undo then takes it back. */
export async function insertAtCursor(text: string, tell: Tell): Promise<void> {
  const used = editorInUse();
  if (used === undefined) {
    void tell(l10n.t('Open a file first: the code goes where its cursor is.'));
    return;
  }
  const { document, selections, viewColumn } = used;
  const editor = await vscode.window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
  const isDone = await editor.edit((edit) => {
    for (const selection of selections) edit.replace(selection, text);
  });
  if (!isDone) void tell(l10n.t('Nothing was inserted: {0} cannot be changed.', inertName(nameOf(document))));
}

function nameOf({ uri }: vscode.TextDocument): string {
  return vscode.workspace.asRelativePath(uri);
}

/** Languages in whose documents VS Code follows links to commands. */
const linkingLanguages = new Set(['markdown', 'prompt', 'instructions', 'chatagent', 'skill']);

/**
 * Opens code in a new, unsaved editor. It opens as plain text where its language is unknown, or would make links of it.
 */
export async function openCodeAsFile(text: string, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const alias = languageAliases.get(language) ?? language;
  const isPlain = linkingLanguages.has(alias) || !known.includes(alias);
  const options = isPlain ? { content: text } : { content: text, language: alias };
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
