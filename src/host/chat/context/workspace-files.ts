// Names of the files in the open folders: by VS Code's own search, and without it where that has no ripgrep to run.
import * as vscode from 'vscode';
import path from 'node:path';
import { readGlob, whereaboutsOf } from '../../../core/chat/tools/calls/glob.ts';

const unsearched: readonly string[] = ['node_modules', '.git'];

export interface FoundFiles {
  readonly files: readonly vscode.Uri[];
  /** False where there are more, or can be. */
  readonly areAll: boolean;
}

/** @param glob within each folder */
export async function findWorkspaceFiles(
  folders: readonly vscode.Uri[],
  glob: string,
  most: number,
): Promise<FoundFiles> {
  const files: vscode.Uri[] = [];
  let areAll = true;
  for (const folder of folders) {
    const found = await filesIn(folder, glob, most + 1 - files.length);
    files.push(...found.files);
    areAll &&= found.areAll;
    if (files.length > most) break;
  }
  return { files: files.slice(0, most), areAll: areAll && files.length <= most };
}

async function filesIn(folder: vscode.Uri, glob: string, most: number): Promise<FoundFiles> {
  const pattern = new vscode.RelativePattern(folder, glob);
  try {
    const files = await vscode.workspace.findFiles(pattern, `**/{${unsearched.join()}}/**`, most);
    return { files, areAll: true };
  } catch {
    return walk(folder, glob, most);
  }
}

/** Entries of folders that are looked at. */
const mostEntries = 20_000;

/** Folder by folder, the nearest first; what lies behind a link is left out. */
async function walk(root: vscode.Uri, glob: string, most: number): Promise<FoundFiles> {
  const fits = readGlob(glob);
  const way = whereaboutsOf(glob).folder;
  const isOnWay = (folder: string): boolean => folder.split('/').every((name, depth) => (way[depth] ?? name) === name);
  const names: string[] = [];
  const folders = [''];
  let looked = 0;
  let areAll = true;
  for (const folder of folders) {
    areAll = names.length < most && looked < mostEntries;
    if (!areAll) break;
    const entries = await vscode.workspace.fs
      .readDirectory(vscode.Uri.joinPath(root, folder))
      .then(undefined, (): [string, vscode.FileType][] => []);
    looked += entries.length;
    for (const [entry, type] of entries) {
      const name = path.posix.join(folder, entry);
      if (type === vscode.FileType.File && fits(name)) names.push(name);
      else if (type === vscode.FileType.Directory && !unsearched.includes(entry) && isOnWay(name)) folders.push(name);
    }
  }
  return { files: names.slice(0, most).map((name) => vscode.Uri.joinPath(root, name)), areAll };
}
