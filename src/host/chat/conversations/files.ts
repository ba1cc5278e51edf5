// The history's files, on VS Code's file systems.
import * as vscode from 'vscode';
import { readFile } from 'node:fs/promises';
import { type Files, type StoredFile, WriteError, type WriteRefusal } from '../../../core/ports.ts';
import { filesIn } from '../../../node/folder-files.ts';
import { appendPrivately } from '../../../node/private-files.ts';
import { writeShared } from '../../../node/shared-files.ts';

const { fs } = vscode.workspace;

export function createFiles(folder: vscode.Uri): Files {
  const file = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  const { list, read, append, replace } = folder.scheme === 'file' ? onDisk(folder) : throughVsCode(folder);
  return {
    list,
    read,
    append: (name, text) => append(name, text).catch(refused),
    replace: (name, content) => replace(name, content).catch(refused),
    rename: async (name, newName) => fs.rename(file(name), file(newName), { overwrite: true }),
    delete: async (name) => fs.delete(file(name)),
  };
}

type Access = Pick<Files, 'list' | 'read' | 'append' | 'replace'>;

/**
 * A long history is read in a fraction of the time that VS Code's file system takes, which asks a process for every
 * file.
 */
function onDisk(folder: vscode.Uri): Access {
  const file = (name: string): string => vscode.Uri.joinPath(folder, name).fsPath;
  return {
    list: () => filesIn(folder.fsPath),
    read: (name) => readFile(file(name)),
    append: (name, text) => appendPrivately(file(name), text),
    replace: (name, content) => writeShared(file(name), content),
  };
}

const refusals: ReadonlyMap<unknown, WriteRefusal> = new Map<unknown, WriteRefusal>([
  ...['ENOSPC', 'EDQUOT'].map((code) => [code, 'diskFull'] as const),
  // A file is where the folder should be: EEXIST and ENOTDIR.
  ...['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'NoPermissions'].map((code) => [code, 'notWritable'] as const),
]);

/** VS Code's own file systems name no full disk. */
function refused(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  throw new WriteError(refusals.get(code) ?? 'unknown', error);
}

async function listed(folder: vscode.Uri): Promise<StoredFile[]> {
  const entries = await fs.readDirectory(folder).then(
    (found) => found,
    (error: unknown) => {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return [];
      throw error;
    },
  );
  const names = entries.filter(([, type]) => type === vscode.FileType.File).map(([name]) => name);
  return Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await fs.stat(vscode.Uri.joinPath(folder, name));
      return { name, size, changedAt: mtime };
    }),
  );
}

/** VS Code's own file systems cannot append. A segment has one writer, so what it holds is known without reading it. */
function throughVsCode(folder: vscode.Uri): Access {
  const written = new Map<string, string>();
  const replace = async (name: string, content: string | Uint8Array): Promise<void> => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await fs.createDirectory(folder);
    await fs.writeFile(vscode.Uri.joinPath(folder, name), bytes);
  };
  return {
    list: () => listed(folder),
    read: async (name) => fs.readFile(vscode.Uri.joinPath(folder, name)),
    replace,
    async append(name, text) {
      const whole = (written.get(name) ?? '') + text;
      await replace(name, whole);
      written.set(name, whole);
    },
  };
}
