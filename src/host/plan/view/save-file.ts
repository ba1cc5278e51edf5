// Asks where a file goes, writes it, and offers to open it.
import * as vscode from 'vscode';
import { inertName } from '../../display/names.ts';
import { showError, showInformation } from '../../display/notification.ts';

const { l10n } = vscode;

export interface FileToSave {
  readonly title: string;
  /** What such files are called; their names end in that of `name`. */
  readonly label: string;
  readonly name: string;
}

/**
 * Never rejects: a file that cannot be written is reported.
 *
 * @param write gives the text, and what is said when it is written to the file of this name
 */
export async function saveAsFile(
  { title, label, name }: FileToSave,
  write: (fileName: string) => { readonly text: string; readonly done: string },
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title,
    filters: { [label]: [name.slice(name.lastIndexOf('.') + 1)] },
    // Without a folder VS Code chooses.
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (file === undefined) return;
  try {
    const { text, done } = write(inertName(file.path.slice(file.path.lastIndexOf('/') + 1)));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const open = l10n.t('Open');
    if ((await showInformation(done, open)) === open) await vscode.window.showTextDocument(file);
  } catch (error) {
    void showError(l10n.t('The file could not be written: {0}. Nothing is lost; choose another place.', String(error)));
  }
}
