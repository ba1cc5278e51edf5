import * as vscode from 'vscode';
import path from 'node:path';
import { isProtected } from '../../../../core/chat/edits/protected-paths.ts';
import { realPathOf } from '../../../../node/real-path.ts';

/**
 * Whether a change to this file is asked about by itself: by its name, and by where a link in its path leads. Never
 * rejects.
 */
export async function isProtectedFile(uri: vscode.Uri): Promise<boolean> {
  if (isProtected(vscode.workspace.asRelativePath(uri))) return true;
  if (uri.scheme !== 'file') return false;
  const real = await realPathOf(uri.fsPath);
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return isProtected(real);
  const within = path.relative(await realPathOf(folder.uri.fsPath), real);
  return path.isAbsolute(within) || within.split(path.sep)[0] === '..' || isProtected(within);
}
