// VS Code's Git extension, as far as a commit message needs it. Its shapes are those of its API, version 1.
import * as vscode from 'vscode';
import type { ChangedFile } from '../../../core/chat/commit-message/changes-text.ts';

interface Change {
  readonly uri: vscode.Uri;
}

export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly indexChanges: readonly Change[];
    readonly workingTreeChanges: readonly Change[];
    /** Missing in older versions, where they are among those of the working tree. */
    readonly untrackedChanges?: readonly Change[];
  };
  diffIndexWithHEAD(path: string): Promise<string>;
  diffWithHEAD(path: string): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly { readonly message: string }[]>;
}

interface GitExports {
  getAPI(version: 1): { readonly repositories: readonly Repository[] };
}

/** Empty where there is no Git extension, it is switched off, or no repository is open. */
export async function openRepositories(): Promise<readonly Repository[]> {
  const git = vscode.extensions.getExtension<GitExports>('vscode.git');
  if (git === undefined) return [];
  try {
    return (await git.activate()).getAPI(1).repositories;
  } catch {
    return [];
  }
}

/** The one that a button of the Git view belongs to; null where it says none. */
export function repositoryOf(argument: unknown, repositories: readonly Repository[]): Repository | null {
  if (typeof argument !== 'object' || argument === null || !('rootUri' in argument)) return null;
  const { rootUri } = argument;
  if (!(rootUri instanceof vscode.Uri)) return null;
  return repositories.find((one) => one.rootUri.toString() === rootUri.toString()) ?? null;
}

/** Files that are read: of a commit with more, the others say hardly more about it. */
const mostFiles = 200;
/** Bytes of a new file. */
const largestNewFile = 200_000;
const subjectsForStyle = 10;

/** What is staged, else all that has changed: read one after the other, never all at once. */
export async function changedFiles(repository: Repository, token: vscode.CancellationToken): Promise<ChangedFile[]> {
  const { indexChanges, workingTreeChanges, untrackedChanges = [] } = repository.state;
  const isStaged = indexChanges.length > 0;
  const changes = isStaged ? indexChanges : [...workingTreeChanges, ...untrackedChanges];
  const files: ChangedFile[] = [];
  for (const { uri } of changes.slice(0, mostFiles)) {
    if (token.isCancellationRequested) break;
    const path = relativePath(repository, uri);
    files.push({ path, diff: isStaged ? await stagedDiff(repository, uri) : await anyDiff(repository, uri) });
  }
  return [...files, ...changes.slice(mostFiles).map(({ uri }) => ({ path: relativePath(repository, uri), diff: '' }))];
}

function relativePath({ rootUri }: Repository, { path }: vscode.Uri): string {
  return path.startsWith(`${rootUri.path}/`) ? path.slice(rootUri.path.length + 1) : path;
}

async function stagedDiff(repository: Repository, { fsPath }: vscode.Uri): Promise<string> {
  return repository.diffIndexWithHEAD(fsPath).catch(() => '');
}

/** Of what git does not know yet, the text itself. */
async function anyDiff(repository: Repository, uri: vscode.Uri): Promise<string> {
  const diff = await repository.diffWithHEAD(uri.fsPath).catch(() => '');
  return diff === '' ? newFileText(uri) : diff;
}

async function newFileText(uri: vscode.Uri): Promise<string> {
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File || size > largestNewFile) return '';
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}

/** The first lines of the last commits' messages; empty where there is none. */
export async function lastSubjects(repository: Repository): Promise<string[]> {
  const commits = await repository.log({ maxEntries: subjectsForStyle }).catch(() => []);
  return commits.map(({ message }) => message.split('\n')[0] ?? '').filter((subject) => subject !== '');
}
