// Knows the list from which a person chooses what to attach; not how it is read.
import * as vscode from 'vscode';
import { QuickPick } from '../display/quick-pick.ts';
import { activeEditor, type ContextSource, fileSource, openEditorsSource, problemsSource, selectionSource, workspaceProblemsSource } from './context-sources.ts';

const { l10n } = vscode;

interface Row extends vscode.QuickPickItem {
  readonly source: ContextSource | null;
}

const mostFiles = 5000;

/** Undefined when the person left without choosing. The list is there at once; the workspace's files join it. */
export async function pickContext(): Promise<ContextSource | undefined> {
  // The page may take the focus late, after something else that was asked of it: that must not close the list.
  const pick = new QuickPick<Row>({ title: l10n.t('Attach to Your Prompt'), ignoreFocusOut: true });
  const search = new vscode.CancellationTokenSource();
  pick.showPlaceholder(l10n.t('Type to find a file or folder'));
  pick.matchDescriptions();
  pick.showBusy(true);
  const first = rowsOfEditor();
  pick.showItems(first);
  try {
    const chosen = new Promise<ContextSource | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.selected?.source ?? undefined));
      pick.onDidHide(() => resolve(undefined));
    });
    pick.show();
    void rowsOfWorkspace(search.token).then((rows) => {
      if (search.token.isCancellationRequested) return;
      pick.showItems([...first, ...rows]);
      pick.showBusy(false);
    });
    return await chosen;
  } finally {
    search.cancel();
    pick.dispose();
  }
}

function rowsOfEditor(): Row[] {
  const editor = activeEditor();
  const rows: (Row | null)[] = [
    rowFor('selection', l10n.t('Selection'), selectionSource(editor)),
    rowFor('file-code', l10n.t('Active file'), editor === undefined ? null : fileSource(editor.document.uri)),
    rowFor('warning', l10n.t('Problems of the active file'), editor === undefined ? null : problemsSource(editor.document.uri)),
    rowFor('checklist', l10n.t('Problems of the workspace'), workspaceProblemsSource()),
    rowFor('layers', l10n.t('Names of the open editors'), openEditorsSource()),
  ];
  return rows.filter((row) => row !== null);
}

function rowFor(icon: string, label: string, source: ContextSource | null): Row | null {
  return source === null ? null : { label, iconPath: new vscode.ThemeIcon(icon), description: source.label, source };
}

async function rowsOfWorkspace(token: vscode.CancellationToken): Promise<Row[]> {
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) return [];
  const files = await vscode.workspace.findFiles('**/*', '**/{node_modules,.git}/**', mostFiles, token);
  const folders = new Map<string, vscode.Uri>();
  for (const file of files) {
    const folder = vscode.Uri.joinPath(file, '..');
    if (vscode.workspace.getWorkspaceFolder(folder) !== undefined) folders.set(folder.toString(), folder);
  }
  const byPath = (one: Row, other: Row): number => (one.description ?? '').localeCompare(other.description ?? '');
  return [
    separator(l10n.t('Files')),
    ...files.map((uri) => pathRow('file', uri)).sort(byPath),
    separator(l10n.t('Folders, as a list of what is in them')),
    ...[...folders.values()].map((uri) => pathRow('folder', uri)).sort(byPath),
  ];
}

function separator(label: string): Row {
  return { label, kind: vscode.QuickPickItemKind.Separator, source: null };
}

function pathRow(icon: string, uri: vscode.Uri): Row {
  const source = fileSource(uri);
  const name = uri.path.split('/').at(-1) ?? uri.path;
  return { label: name, iconPath: new vscode.ThemeIcon(icon), description: source.label, source };
}
