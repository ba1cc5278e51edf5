// Which file of the workspace a path in an answer means. Nothing outside the workspace is ever meant.
import * as vscode from 'vscode';
import path from 'node:path';
import { liesIn } from '../../../../node/real-path.ts';
import { pickOne } from '../../../display/quick-pick.ts';

const { l10n } = vscode;

export type NamedTarget =
  | { readonly kind: 'file'; readonly uri: vscode.Uri }
  | { readonly kind: 'outside' }
  /** No folder is open that the file could lie in. */
  | { readonly kind: 'noFolder' }
  /** There are several, and the person picked none. */
  | { readonly kind: 'notPicked' };

const mostFound = 20;
/** A character that means something in a glob would look for other files. */
const plainName = /^[\p{L}\p{N}_@.+~-]+$/u;

export async function namedTarget(named: string): Promise<NamedTarget> {
  const found = await filesNamed(named);
  switch (found.kind) {
    case 'there':
      return found.uris.length > 1 ? pickedOf(found.uris) : { kind: 'file', uri: found.uris[0] };
    case 'new':
      return { kind: 'file', uri: found.uri };
    case 'outside':
    case 'noFolder':
      return found;
  }
}

type NamedFiles =
  | { readonly kind: 'there'; readonly uris: readonly [vscode.Uri, ...vscode.Uri[]] }
  /** None is there; it would be here. */
  | { readonly kind: 'new'; readonly uri: vscode.Uri }
  | { readonly kind: 'outside' }
  | { readonly kind: 'noFolder' };

/** The files that a path can mean. Nobody is asked. */
export async function filesNamed(named: string): Promise<NamedFiles> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isWhole = path.posix.isAbsolute(named) || path.win32.isAbsolute(named);
  const candidates = isWhole ? wholePaths(named, folders) : folders.flatMap((folder) => pathsIn(named, folder));
  if (folders.length === 0) return { kind: 'noFolder' };
  const inside = await filtered(candidates, isInWorkspace);
  const [first] = inside;
  if (first === undefined) return { kind: 'outside' };
  const there = await filtered(inside, exists);
  const found = there.length > 0 || isWhole ? there : await filtered(await filesEndingIn(named), isInWorkspace);
  const [one, ...others] = found;
  return one === undefined ? { kind: 'new', uri: first } : { kind: 'there', uris: [one, ...others] };
}

function wholePaths(named: string, folders: readonly vscode.WorkspaceFolder[]): readonly vscode.Uri[] {
  return folders.slice(0, 1).map(({ uri }) => uri.with({ path: vscode.Uri.file(named).path }));
}

/** Relative to the folder, or to what holds it where the path begins with the folder's own name. */
function pathsIn(named: string, { uri, name }: vscode.WorkspaceFolder): readonly vscode.Uri[] {
  const within = named.startsWith(`${name}/`) ? [vscode.Uri.joinPath(uri, named.slice(name.length + 1))] : [];
  return [vscode.Uri.joinPath(uri, named), ...within];
}

/** By the name alone, wherever it is: models leave out folders that they were not told. */
async function filesEndingIn(named: string): Promise<readonly vscode.Uri[]> {
  const name = path.posix.basename(named);
  if (!plainName.test(name)) return [];
  const found = await vscode.workspace.findFiles(`**/${name}`, undefined, mostFound);
  return found.filter((uri) => uri.path.endsWith(`/${named}`));
}

async function isInWorkspace(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) return false;
  return uri.scheme !== 'file' || liesIn(uri.fsPath, folder.uri.fsPath);
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.File) !== 0,
    () => false,
  );
}

async function filtered(
  uris: readonly vscode.Uri[],
  holds: (uri: vscode.Uri) => Promise<boolean>,
): Promise<readonly vscode.Uri[]> {
  const kept = await Promise.all(uris.map(async (uri) => ((await holds(uri)) ? [uri] : [])));
  return kept.flat();
}

async function pickedOf(uris: readonly vscode.Uri[]): Promise<NamedTarget> {
  const items = uris.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const picked = await pickOne(items, { title: l10n.t('Which file is the code for?') });
  return picked === undefined ? { kind: 'notPicked' } : { kind: 'file', uri: picked.uri };
}
