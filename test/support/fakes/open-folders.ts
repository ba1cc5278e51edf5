// Folders of this machine as the ones that are open in a VS Code that has no ripgrep: what the agent's tools and the
// list at an @ ask of it. No text is opened there in an editor, so files change on the disk. Whatever of src/host needs
// them is loaded after `openFolders`, by `import()`.
import { lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { standIn } from './vscode-stand-in.ts';

type StandInUri = InstanceType<typeof standIn.Uri>;

interface OpenFolder {
  readonly uri: StandInUri;
  readonly name: string;
}

/** By their names and paths, in their order; a call more puts others in their place. */
export function openFolders(...named: readonly (readonly [name: string, folder: string])[]): void {
  const folders = named.map(([name, folder]): OpenFolder => ({ name, uri: standIn.Uri.file(folder) }));
  Object.assign(standIn.env, { appRoot: path.join(path.sep, 'nowhere') });
  Object.assign(standIn.workspace, { ...workspaceOf(folders), fs: fileSystem, textDocuments: [] });
}

function workspaceOf(folders: readonly OpenFolder[]): object {
  const folderOf = (uri: StandInUri): OpenFolder | undefined =>
    folders
      .filter((folder) => uri.path === folder.uri.path || uri.path.startsWith(`${folder.uri.path}/`))
      .sort((one, other) => other.uri.path.length - one.uri.path.length)[0];
  return {
    workspaceFolders: folders,
    getWorkspaceFolder: folderOf,
    asRelativePath: (uri: StandInUri): string => {
      const folder = folderOf(uri);
      if (folder === undefined || folder.uri.path === uri.path) return uri.path;
      const within = uri.path.slice(folder.uri.path.length + 1);
      return folders.length > 1 ? `${folder.name}/${within}` : within;
    },
    isTrusted: true,
    registerTextDocumentContentProvider: () => ({ dispose: () => undefined }),
    openTextDocument: () => Promise.reject(new Error('There is no editor.')),
    applyEdit: async ({ steps }: InstanceType<typeof standIn.WorkspaceEdit>): Promise<boolean> => {
      for (const step of steps)
        await (step.kind === 'create'
          ? writeFile(step.uri.fsPath, step.contents, { flag: 'wx' })
          : rm(step.uri.fsPath));
      return true;
    },
    findFiles: () => Promise.reject(new Error('There is no ripgrep.')),
    decode: (bytes: Uint8Array) => Promise.resolve(new TextDecoder().decode(bytes)),
  };
}

const typeOf = (entry: { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }): number =>
  entry.isDirectory() ? 2 : entry.isFile() ? 1 : entry.isSymbolicLink() ? 64 : 0;

const fileSystem = {
  stat: async (uri: StandInUri) => {
    const found = await lstat(uri.fsPath).catch(() => {
      throw new standIn.FileSystemError();
    });
    return { type: typeOf(found), size: found.size };
  },
  readDirectory: async (uri: StandInUri) =>
    (await readdir(uri.fsPath, { withFileTypes: true })).map((entry) => [entry.name, typeOf(entry)]),
  readFile: (uri: StandInUri) => readFile(uri.fsPath),
  writeFile: (uri: StandInUri, bytes: Uint8Array) => writeFile(uri.fsPath, bytes),
};
