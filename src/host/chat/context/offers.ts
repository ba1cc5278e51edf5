// What a person can attach, as rows of a list: of the editor, of the workspace's files and folders, and of its symbols.
import * as vscode from 'vscode';
import { searchPaths } from '../../../core/chat/attachments/name-search.ts';
import type { OfferIcon } from '../../../protocol/composer.ts';
import { isImageName } from '../../../core/chat/attachments/image.ts';
import { editorInUse } from '../editor/editor-in-use.ts';
import { gitChangesSources } from './sources/git-changes.ts';
import {
  type ContextSource,
  fileSource,
  openEditorsSource,
  problemsSource,
  rangeSource,
  selectionSource,
  workspaceProblemsSource,
} from './sources/sources.ts';
import { findWorkspaceFiles } from './workspace-files.ts';

const { l10n } = vscode;

export interface ContextOffer {
  readonly icon: OfferIcon;
  readonly label: string;
  readonly source: ContextSource;
}

const mostFiles = 5000;
const mostSymbols = 20;

/** @param terminals what was run in them */
export function offersOfEditor(terminals: readonly ContextSource[]): ContextOffer[] {
  const editor = editorInUse();
  const offers: (ContextOffer | null)[] = [
    offer('selection', l10n.t('Selection'), selectionSource(editor)),
    offer('file-code', l10n.t('Active file'), editor === undefined ? null : fileSource(editor.document.uri)),
    offer(
      'warning',
      l10n.t('Problems of the active file'),
      editor === undefined ? null : problemsSource(editor.document.uri),
    ),
    offer('checklist', l10n.t('Problems of the workspace'), workspaceProblemsSource()),
    offer('layers', l10n.t('Names of the open editors'), openEditorsSource()),
    ...gitChangesSources().map((source) => offer('git-compare', l10n.t('Git changes'), source)),
    ...terminals.map((source) => offer('terminal', l10n.t('Terminal, last commands'), source)),
  ];
  return offers.filter((each) => each !== null);
}

function offer(icon: OfferIcon, label: string, source: ContextSource | null): ContextOffer | null {
  return source === null ? null : { icon, label, source };
}

export interface WorkspaceOffers {
  readonly files: readonly ContextOffer[];
  readonly folders: readonly ContextOffer[];
  /** In words, that there are more; absent where there are none. */
  readonly note?: string;
}

/** The files of the workspace and the folders that they are in, by their paths. */
export async function offersOfWorkspace(): Promise<WorkspaceOffers> {
  const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const { files, areAll } = await findWorkspaceFiles(roots, '**/*', mostFiles);
  const folders = new Map<string, vscode.Uri>();
  for (const file of files) {
    const folder = vscode.Uri.joinPath(file, '..');
    if (vscode.workspace.getWorkspaceFolder(folder) !== undefined) folders.set(folder.toString(), folder);
  }
  const byPath = (one: ContextOffer, other: ContextOffer): number => one.source.label.localeCompare(other.source.label);
  return {
    files: files.map((uri) => pathOffer(isImageName(uri.path) ? 'file-media' : 'file', uri)).sort(byPath),
    folders: [...folders.values()].map((uri) => pathOffer('folder', uri)).sort(byPath),
    ...(areAll ? {} : { note: l10n.t('Only the first {0} files are offered. Drop others here.', files.length) }),
  };
}

function pathOffer(icon: OfferIcon, uri: vscode.Uri): ContextOffer {
  return { icon, label: uri.path.split('/').at(-1) ?? uri.path, source: fileSource(uri) };
}

/** The symbols of the workspace by these letters, as the languages know them. */
export async function offersOfSymbols(letters: string): Promise<ContextOffer[]> {
  const found = await vscode.commands.executeCommand<readonly vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    letters,
  );
  const within = (found ?? []).filter(
    ({ location }) => vscode.workspace.getWorkspaceFolder(location.uri) !== undefined,
  );
  return searchPaths(letters, within, ({ name }) => name, mostSymbols).map(({ name, location }) => ({
    icon: 'symbol-method',
    label: name,
    source: symbolSource(location),
  }));
}

/** All lines of a symbol; a language's list of them may name no more than the one that its name is in. */
function symbolSource({ uri, range }: vscode.Location): ContextSource {
  const label = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
  return {
    label,
    read: async () => {
      const document = await vscode.workspace.openTextDocument(uri);
      const symbols = await vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        uri,
      );
      const whole = rangeOfSymbol(symbols ?? [], range.start) ?? range;
      const first = whole.start.with({ character: 0 });
      return rangeSource(document, new vscode.Range(first, document.lineAt(whole.end.line).range.end)).read();
    },
  };
}

/** Of the innermost symbol whose name is on the line. */
function rangeOfSymbol(symbols: readonly vscode.DocumentSymbol[], { line }: vscode.Position): vscode.Range | null {
  for (const { children, range, selectionRange } of symbols) {
    const inner = rangeOfSymbol(children, new vscode.Position(line, 0));
    if (inner !== null) return inner;
    if (selectionRange.start.line === line) return range;
  }
  return null;
}
