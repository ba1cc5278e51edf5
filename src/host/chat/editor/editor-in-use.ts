import * as vscode from 'vscode';

/** The editor that a person last wrote in: it stays the active one while they write in the chat. */
export function editorInUse(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
}

/** What its file is called; null where no editor is open. */
export function nameInUse(): string | null {
  const editor = editorInUse();
  return editor === undefined ? null : (editor.document.uri.path.split('/').at(-1) ?? '');
}

/** Calls `changed` as soon as the editor in use shows a file of another name, or there is none any more. */
export function watchEditorInUse(changed: (name: string | null) => void): vscode.Disposable {
  let shown = nameInUse();
  const look = (): void => {
    const name = nameInUse();
    if (name !== shown) changed(name);
    shown = name;
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.window.onDidChangeVisibleTextEditors(look),
  );
}
