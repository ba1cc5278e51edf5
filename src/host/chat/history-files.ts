// Knows how VS Code's file systems serve as the history's files; not what is in them.
import * as vscode from 'vscode';
import type { Files, StoredFile } from '../../core/ports.ts';
import { appendToFile } from '../../node/appending.ts';

const { fs } = vscode.workspace;

export function createFiles(folder: vscode.Uri): Files {
  const file = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  return {
    list: () => listed(folder),
    read: async (name) => fs.readFile(file(name)),
    append: folder.scheme === 'file' ? (name, text) => appendToFile(file(name).fsPath, text) : createRewriting(folder),
    rename: async (name, newName) => fs.rename(file(name), file(newName), { overwrite: true }),
    delete: async (name) => fs.delete(file(name)),
  };
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
function createRewriting(folder: vscode.Uri): Files['append'] {
  const written = new Map<string, string>();
  return async (name, text) => {
    const whole = (written.get(name) ?? '') + text;
    await fs.createDirectory(folder);
    await fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(whole));
    written.set(name, whole);
  };
}
