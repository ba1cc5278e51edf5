// What a path of the model means in this workspace, and what lies there now.
import * as vscode from 'vscode';
import path from 'node:path';
import { mayTouch } from '../../../core/chat/attachments/path-names.ts';
import type { FileOrigin } from '../../../core/chat/attachments/attach-reasons.ts';
import type { FileAddress } from '../../../core/chat/conversation/files/file-records.ts';
import type { Entry } from '../../../core/chat/tools/calls/workspace.ts';
import { isDownwards, realPathOf } from '../../../node/real-path.ts';
import { gitAnswer } from '../context/consent.ts';
import { foldersAround, originOf } from '../context/sources/file-reading.ts';

/** A place with the address that leads there. */
export interface Placed extends Entry {
  readonly uri: vscode.Uri;
}

/**
 * Paths are relative to the first folder, or led by the name of theirs where several are open. Null where nothing may
 * be touched.
 */
export async function placed(given: string): Promise<Placed | null> {
  const uri = uriOf(given);
  return uri === null ? null : placedUri(uri);
}

/** Null where nothing may be touched. */
export async function placedUri(uri: vscode.Uri): Promise<Placed | null> {
  if (uri.scheme === 'file' && !mayTouch(uri.fsPath, foldersAround(uri.fsPath), process.platform)) return null;
  const is = await whatIs(uri);
  if (is === null) return null;
  const origin = await originOf(uri);
  const [git, within] = await Promise.all([gitAnswer(origin), withinFolder(uri, origin)]);
  const found = { ...origin, git, within };
  const isDirty = openDocument(uri)?.isDirty === true;
  return { uri, found, name: nameOf(uri), is, isDirty };
}

/** Its path and its real path, each within the folder that is open around it. */
async function withinFolder(uri: vscode.Uri, { scheme, path: named, realPath }: FileOrigin): Promise<string[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const around = (file: string, roots: readonly string[]): string => {
    const inside = roots.map((root) => path.relative(root, file)).filter(isDownwards);
    // Of folders within each other the outer one: what it names of the way to the inner one counts as well.
    return inside.sort((one, other) => other.length - one.length)[0] ?? file;
  };
  if (scheme !== 'file') {
    const roots = folders.filter((folder) => folder.uri.scheme === scheme).map((folder) => folder.uri.path);
    return [around(uri.path, roots)];
  }
  const roots = folders.filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
  const real = await Promise.all(roots.map(realPathOf));
  return [around(named, roots), around(realPath, real)];
}

/** The same place as before: what was judged is what is touched. Null where the path leads elsewhere by now. */
export async function placedAgain(entry: Entry): Promise<Placed | null> {
  const now = await placed(entry.name);
  const { realPath, lies, scheme } = entry.found;
  const isSame = now?.found.realPath === realPath && now.found.lies === lies && now.found.scheme === scheme;
  return isSame ? now : null;
}

/** What is recorded of a file, as it is now. Null where its path leads elsewhere by now, or nothing may be touched. */
export async function placedAt({ scheme, path: named, realPath }: FileAddress): Promise<Placed | null> {
  const now = await placed(named);
  return now?.found.scheme === scheme && now.found.realPath === realPath ? now : null;
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** As the model and the person know it. */
export function nameOf(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return uri.fsPath;
  const name = vscode.workspace.asRelativePath(uri).replaceAll('\\', '/');
  const isClear = !areSeveral() || folderLeading(name)?.uri.toString() === folder.uri.toString();
  return isClear ? name : uri.fsPath;
}

function areSeveral(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length > 1;
}

/**
 * Of several open folders the one that a name begins with; of two of one name the first: the other's go by their paths.
 */
function folderLeading(name: string): vscode.WorkspaceFolder | undefined {
  const leading = (vscode.workspace.workspaceFolders ?? []).filter((folder) =>
    `${name}/`.startsWith(`${folder.name}/`),
  );
  // A workspace's file can give its folders names with slashes.
  return areSeveral() ? leading.sort((one, other) => other.name.length - one.name.length)[0] : undefined;
}

/** What a name or path of the model means; null where no folder is open. */
export function uriOf(given: string): vscode.Uri | null {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first] = folders;
  if (first === undefined || given.includes('\0')) return null;
  if (path.isAbsolute(given)) return absoluteUri(given, first.uri);
  const names = given.split(/[\\/]/).filter((name) => name !== '' && name !== '.');
  const leading = folderLeading(names.join('/'));
  const within = names.slice(leading?.name.split('/').length ?? 0);
  return vscode.Uri.joinPath((leading ?? first).uri, ...within);
}

/** On another file system than this machine's its own addresses count. */
function absoluteUri(given: string, folder: vscode.Uri): vscode.Uri {
  return folder.scheme === 'file'
    ? vscode.Uri.file(path.normalize(given))
    : folder.with({ path: path.posix.normalize(given) });
}

async function whatIs(uri: vscode.Uri): Promise<Entry['is'] | null> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) return 'folder';
    return (type & vscode.FileType.File) === 0 ? null : 'file';
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    return isMissing ? 'missing' : null;
  }
}
