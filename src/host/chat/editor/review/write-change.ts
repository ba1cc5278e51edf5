// Writes a change that a person has accepted as an edit of the workspace, so that Undo takes it back.
import * as vscode from 'vscode';
import { type LineChange, linesOf, replacementOf } from '../../../../core/chat/review/line-changes.ts';

/** `unsaved` where the disk did not take it; `refused` where nothing has changed. */
export type Written = 'saved' | 'leftUnsaved' | 'unsaved' | 'refused';

/** A document that had changes of the person's own is left unsaved, with them. */
export async function writeLines(document: vscode.TextDocument, changes: readonly LineChange[]): Promise<Written> {
  const isOwn = document.isDirty || document.isUntitled;
  const lines = linesOf(document.getText());
  const edit = new vscode.WorkspaceEdit();
  for (const change of changes) {
    const { start, end, text } = replacementOf(change, lines);
    edit.replace(document.uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
  }
  const { version } = document;
  if (!(await vscode.workspace.applyEdit(edit)) || document.version === version) return 'refused';
  if (isOwn) return 'leftUnsaved';
  return (await document.save()) ? 'saved' : 'unsaved';
}

export async function createFile(uri: vscode.Uri, content: string | Uint8Array): Promise<Written> {
  const contents = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents, overwrite: false, ignoreIfExists: false });
  return (await vscode.workspace.applyEdit(edit)) ? 'saved' : 'refused';
}

export async function deleteFile(uri: vscode.Uri): Promise<Written> {
  const edit = new vscode.WorkspaceEdit();
  edit.deleteFile(uri, { ignoreIfNotExists: false });
  return (await vscode.workspace.applyEdit(edit)) ? 'saved' : 'refused';
}
