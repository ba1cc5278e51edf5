// Changes of files as the agent makes them: edits of the workspace, so that Undo takes them back, and only where a file
// still is as it was when the change was shown.
import * as vscode from 'vscode';
import { lineChanges, linesOf, replacementOf } from '../../../core/chat/review/line-changes.ts';
import type { ChangeEnd, Entry } from '../../../core/chat/tools/calls/workspace.ts';
import { createFile, deleteFile } from '../editor/review/write-change.ts';
import { openDocument, placedAgain, type Placed } from './places.ts';
import { textOf } from './file-content.ts';

const changedMeanwhile: ChangeEnd = { kind: 'changedMeanwhile' };

export async function writeText(entry: Entry, before: string | null, after: string): Promise<ChangeEnd> {
  const place = await placedAgain(entry);
  if (place === null || (place.is === 'missing') !== (before === null)) return changedMeanwhile;
  if (before === null) return await created(place, after);
  const document = await vscode.workspace.openTextDocument(place.uri);
  if (document.getText() !== before) return changedMeanwhile;
  const wasDirty = document.isDirty;
  if (!(await replaceText(document, after))) return { kind: 'refused' };
  const isChanged = document.getText() === after;
  if (wasDirty) return { kind: isChanged ? 'done' : 'formatted' };
  if (!(await document.save())) return { kind: 'unsaved' };
  return { kind: document.getText() === after ? 'done' : 'formatted' };
}

/** Line by line, so that cursors and marks beside the change stay where they are. */
export async function replaceText(document: vscode.TextDocument, after: string): Promise<boolean> {
  const lines = linesOf(document.getText());
  const edit = new vscode.WorkspaceEdit();
  const changes = lineChanges(lines, linesOf(after));
  if (changes.length === 0) {
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), after);
  }
  for (const change of changes) {
    const { start, end, text } = replacementOf(change, lines);
    edit.replace(document.uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
  }
  const { version } = document;
  return (await vscode.workspace.applyEdit(edit)) && document.version !== version;
}

async function created(place: Placed, text: string): Promise<ChangeEnd> {
  if ((await createFile(place.uri, text)) === 'refused') return { kind: 'refused' };
  return { kind: (await textOf(place)) === text ? 'done' : 'formatted' };
}

export async function removeFile(entry: Entry, before: string | null): Promise<ChangeEnd> {
  const place = await placedAgain(entry);
  if (place?.is !== 'file' || (await textOf(place)) !== before) return changedMeanwhile;
  return { kind: (await deleteFile(place.uri)) === 'refused' ? 'refused' : 'done' };
}

export async function renameFile(from: Entry, to: Entry): Promise<ChangeEnd> {
  const source = await placedAgain(from);
  const target = await placedAgain(to);
  if (source?.is !== 'file' || target?.is !== 'missing') return changedMeanwhile;
  return { kind: (await moveFile(source.uri, target.uri)) ? 'done' : 'refused' };
}

/** To where none is; false where nothing was done. */
export async function moveFile(from: vscode.Uri, to: vscode.Uri): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(from, to, { overwrite: false, ignoreIfExists: false });
  if (!(await vscode.workspace.applyEdit(edit))) return false;
  await openDocument(to)?.save();
  return true;
}
