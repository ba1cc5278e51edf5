// What the editor's own commands bring into the chat: from a menu, a key, a palette entry or a code action.
import * as vscode from 'vscode';
import { editorInUse } from '../editor/editor-in-use.ts';
import { type ContextSource, fileSource, problemsSource, rangeSource, selectionSource } from './sources/sources.ts';

/** Lines around a problem that go with it, before and after. */
const linesAround = 10;

/** The selection, or the whole active file; null where there is no editor. */
export function sourceInEditor(): ContextSource | null {
  const editor = editorInUse();
  return editor === undefined ? null : (selectionSource(editor) ?? fileSource(editor.document.uri));
}

/**
 * The files and folders that an explorer's menu was opened on. VS Code gives the clicked one, then all that are
 * selected.
 */
export function sourcesInExplorer(args: readonly unknown[]): ContextSource[] {
  const [clicked, selected] = args;
  const uris = (Array.isArray(selected) ? selected : [clicked]).filter((uri) => uri instanceof vscode.Uri);
  return uris.map(fileSource);
}

/**
 * The code that a code action or the cursor is on, with its problems. A code action gives the address and the range;
 * without them the active editor counts, and its whole file where nothing is selected and no problem is at the cursor.
 */
export async function sourcesAtProblem(args: readonly unknown[]): Promise<ContextSource[]> {
  const place = await placeOf(args);
  if (place === null) return [];
  const { document, range } = place;
  const problems = problemsSource(document.uri, range);
  if (problems === null && range.isEmpty) return [fileSource(document.uri)];
  const code = rangeSource(document, problems === null || !range.isSingleLine ? range : surroundings(document, range));
  return problems === null ? [code] : [code, problems];
}

async function placeOf([uri, range]: readonly unknown[]): Promise<{
  document: vscode.TextDocument;
  range: vscode.Range;
} | null> {
  if (uri instanceof vscode.Uri && range instanceof vscode.Range) {
    return { document: await vscode.workspace.openTextDocument(uri), range };
  }
  const editor = editorInUse();
  return editor === undefined ? null : { document: editor.document, range: editor.selection };
}

function surroundings(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const last = Math.min(document.lineCount - 1, end.line + linesAround);
  return new vscode.Range(Math.max(0, start.line - linesAround), 0, last, document.lineAt(last).range.end.character);
}
