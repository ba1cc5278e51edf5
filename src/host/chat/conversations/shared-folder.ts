import * as vscode from 'vscode';

/**
 * The folder that every window on one workspace shares. VS Code gives a second one, as there is in browsers, a folder
 * of its own beside the first, with a number behind the name.
 */
export function sharedFolder(workspace: vscode.Uri): vscode.Uri {
  const [name = '', extension = ''] = workspace.path.split('/').slice(-2);
  return vscode.Uri.joinPath(workspace, '..', '..', name.replace(/(?<=.)-\d+$/, ''), extension);
}
