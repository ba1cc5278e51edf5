// Names of the files in the open folders: by VS Code's own search, and without it where that has no ripgrep to run.
import * as vscode from 'vscode';
import path from 'node:path';
import { readGlob } from '../../../core/chat/tools/calls/glob.ts';

const unsearched: readonly string[] = ['node_modules', '.git'];

/** @param glob within each folder */
export async function findWorkspaceFiles(
  folders: readonly vscode.Uri[],
  glob: string,
  most: number,
): Promise<readonly vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  for (const folder of folders) {
    if (found.length >= most) break;
    found.push(...(await filesIn(folder, glob, most - found.length)));
  }
  return found;
}

async function filesIn(folder: vscode.Uri, glob: string, most: number): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, glob);
  try {
    return await vscode.workspace.findFiles(pattern, `**/{${unsearched.join()}}/**`, most);
  } catch {
    return walk(folder, readGlob(glob), most);
  }
}

/** Entries of folders that are looked at. */
const mostEntries = 20_000;

/** Folder by folder, the nearest first; what lies behind a link is left out. */
async function walk(root: vscode.Uri, fits: (name: string) => boolean, most: number): Promise<readonly vscode.Uri[]> {
  const names: string[] = [];
  const folders = [''];
  let looked = 0;
  for (const folder of folders) {
    if (names.length >= most || looked >= mostEntries) break;
    const entries = await vscode.workspace.fs
      .readDirectory(vscode.Uri.joinPath(root, folder))
      .then(undefined, (): [string, vscode.FileType][] => []);
    looked += entries.length;
    for (const [entry, type] of entries) {
      const name = path.posix.join(folder, entry);
      if (type === vscode.FileType.File && fits(name)) names.push(name);
      else if (type === vscode.FileType.Directory && !unsearched.includes(entry)) folders.push(name);
    }
  }
  return names.slice(0, most).map((name) => vscode.Uri.joinPath(root, name));
}
