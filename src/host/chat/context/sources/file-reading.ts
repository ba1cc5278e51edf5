// Reads a file of any file system for the chat, and finds its real place.
import * as vscode from 'vscode';
import path from 'node:path';
import { type FileOrigin, type Whereabouts, whereaboutsOf } from '../../../../core/chat/attachments/attach-reasons.ts';
import { type Place, placeOf, readOpened } from '../../../../node/opened-file.ts';

/** `noFile` also where it is a device, a pipe or a socket. */
export type FileReading =
  | { readonly kind: 'file'; readonly origin: FileOrigin; readonly bytes: Uint8Array }
  | { readonly kind: 'folder'; readonly origin: FileOrigin }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'noFile' };

/**
 * Reads a file of at most `limit` bytes; a folder is only found. Rejects as the file system does.
 *
 * On this machine the real path is that of the file that was opened. Other file systems follow links by themselves and
 * do not say where to: of those it is only known whether a link was on the way.
 */
export async function readFile(uri: vscode.Uri, limit: number): Promise<FileReading> {
  if (uri.scheme !== 'file') return readElsewhere(uri, limit);
  const opened = await readOpened(uri.fsPath, limit, foldersAround(uri.fsPath));
  switch (opened.kind) {
    case 'file':
      return { kind: 'file', origin: originAt(uri, opened.place), bytes: opened.bytes };
    case 'folder':
      return { kind: 'folder', origin: originAt(uri, opened.place) };
    default:
      return opened;
  }
}

/**
 * The origin of what an editor shows. What a person has opened from outside of the workspace is theirs to send; only
 * what a folder of the workspace claims to hold, and does not, is said to lie outside.
 */
export async function originOfShown(uri: vscode.Uri): Promise<FileOrigin> {
  const origin = await originOf(uri);
  const isNamedWithin = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return origin.lies === 'outside' && !isNamedWithin ? { ...origin, lies: 'inside' } : origin;
}

/** The origin of what is not read from the file's own bytes, such as its unsaved text or its problems. */
export async function originOf(uri: vscode.Uri): Promise<FileOrigin> {
  if (uri.scheme === 'file') return originAt(uri, await placeOf(uri.fsPath, foldersAround(uri.fsPath)));
  return originElsewhere(uri, isOfWorkspace(uri) ? await whereElsewhere(uri) : 'inside');
}

/**
 * The folders that a file of this machine should lie in: those that are open, or where none is the one it is named in.
 */
export function foldersAround(file: string): string[] {
  const open = vscode.workspace.workspaceFolders ?? [];
  const here = open.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  return open.length === 0 ? [path.dirname(file)] : here;
}

function originAt({ scheme, fsPath }: vscode.Uri, { realPath, isWithin }: Place): FileOrigin {
  const isFolderOpen = (vscode.workspace.workspaceFolders ?? []).length > 0;
  return { scheme, path: fsPath, realPath, lies: whereaboutsOf(isWithin, isFolderOpen) };
}

async function readElsewhere(uri: vscode.Uri, limit: number): Promise<FileReading> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  const origin = async (): Promise<FileOrigin> => originElsewhere(uri, await whereElsewhere(uri));
  if ((type & vscode.FileType.Directory) !== 0) return { kind: 'folder', origin: await origin() };
  if ((type & vscode.FileType.File) === 0) return { kind: 'noFile' };
  if (size > limit) return { kind: 'tooLarge' };
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.length > limit ? { kind: 'tooLarge' } : { kind: 'file', origin: await origin(), bytes };
}

function originElsewhere({ scheme, path: named }: vscode.Uri, lies: Whereabouts): FileOrigin {
  return { scheme, path: named, realPath: named, lies };
}

function isOfWorkspace({ scheme }: vscode.Uri): boolean {
  return (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === scheme);
}

async function whereElsewhere(uri: vscode.Uri): Promise<Whereabouts> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  for (let at = uri; at.path !== folder?.uri.path; at = vscode.Uri.joinPath(at, '..')) {
    const { type } = await Promise.resolve(vscode.workspace.fs.stat(at)).catch(() => ({
      type: vscode.FileType.Unknown,
    }));
    if ((type & vscode.FileType.SymbolicLink) !== 0) return 'behindLink';
    if (folder === undefined || at.path === '/' || at.path === '') break;
  }
  return folder === undefined ? 'outside' : 'inside';
}
