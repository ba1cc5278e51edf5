// The file that a change is for, as it is now, or why Tidemark does not change it.
import * as vscode from 'vscode';

export type Obstacle =
  | 'readOnly'
  | 'notebook'
  /** A folder, a binary file, or one that is larger than an editor takes. */
  | 'notText';

export type TargetFile =
  | { readonly kind: 'there'; readonly document: vscode.TextDocument }
  | { readonly kind: 'missing' }
  | { readonly kind: 'closed'; readonly obstacle: Obstacle };

/** Never rejects. What an editor holds counts, saved or not. */
export async function readTargetFile(uri: vscode.Uri): Promise<TargetFile> {
  if (isNotebook(uri)) return { kind: 'closed', obstacle: 'notebook' };
  if (uri.scheme === 'untitled') return openDocument(uri);
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return { kind: 'closed', obstacle: 'readOnly' };
  try {
    const { permissions = 0, type } = await vscode.workspace.fs.stat(uri);
    if ((permissions & vscode.FilePermission.Readonly) !== 0) return { kind: 'closed', obstacle: 'readOnly' };
    if ((type & vscode.FileType.Directory) !== 0) return { kind: 'closed', obstacle: 'notText' };
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return isMissing ? { kind: 'missing' } : { kind: 'closed', obstacle: 'notText' };
  }
  return openDocument(uri);
}

/** VS Code opens no text document of a binary file. */
async function openDocument(uri: vscode.Uri): Promise<TargetFile> {
  try {
    return { kind: 'there', document: await vscode.workspace.openTextDocument(uri) };
  } catch {
    return { kind: 'closed', obstacle: 'notText' };
  }
}

function isNotebook({ scheme, path }: vscode.Uri): boolean {
  const isOpenAsNotebook = vscode.workspace.notebookDocuments.some(({ uri }) => uri.path === path);
  return scheme === 'vscode-notebook-cell' || isOpenAsNotebook || path.toLowerCase().endsWith('.ipynb');
}
