// Names of files and lines in them: with VS Code's own ripgrep where the folders are on this machine, else through its
// file system.
import * as vscode from 'vscode';
import path from 'node:path';
import {
  type FolderGlob,
  globInFolder,
  readGlob,
  type Whereabouts,
  whereaboutsOf,
} from '../../../core/chat/tools/calls/glob.ts';
import type { Looked, SearchMatch, SearchQuery } from '../../../core/chat/tools/calls/workspace.ts';
import { ignoredNames, isAmong } from '../../../node/git/git-ignore.ts';
import { findRipgrep, type FoundLine, listFiles, searchFiles } from '../../../node/programs/ripgrep.ts';
import { realPathOf } from '../../../node/real-path.ts';
import { foldersAround, readFile } from '../context/sources/file-reading.ts';
import { findWorkspaceFiles } from '../context/workspace-files.ts';
import { LoadedOnce } from '../../loaded-once.ts';
import { nameOf, uriOf } from './places.ts';

const ripgrep = new LoadedOnce(() => findRipgrep(vscode.env.appRoot));

export async function listNames(glob: string | null, most: number, signal: AbortSignal): Promise<Looked<string>> {
  const program = await ripgrep.get();
  const names: string[] = [];
  let stoppedAfter: number | null = null;
  for (const { uri, fits, where } of foldersFor(glob)) {
    const take = (file: string): boolean => {
      if (fits(file) && names.length < most) names.push(nameOf(vscode.Uri.joinPath(uri, file)));
      return names.length < most;
    };
    if (names.length >= most) break;
    if (program !== null && uri.scheme === 'file') await listFiles(program, uri.fsPath, where, take, signal);
    else {
      const { names: found, areAll } = await slowNames(uri, where, signal);
      if (!areAll) stoppedAfter = mostFiles;
      for (const file of found) if (!take(file)) break;
    }
  }
  return { results: names, stoppedAfter };
}

export async function searchLines(
  query: SearchQuery,
  most: number,
  signal: AbortSignal,
): Promise<Looked<SearchMatch> | 'noRegex' | 'noRegexHere'> {
  const program = await ripgrep.get();
  const matches: SearchMatch[] = [];
  let stoppedAfter: number | null = null;
  for (const { uri, fits, where } of foldersFor(query.glob)) {
    const take = (file: string, line: number, text: string): boolean => {
      if (fits(file) && matches.length < most)
        matches.push({ name: nameOf(vscode.Uri.joinPath(uri, file)), line, text });
      return matches.length < most;
    };
    if (matches.length >= most) break;
    if (program !== null && uri.scheme === 'file') {
      const wanted = { ...query, where };
      const takeFound = ({ file, line, text }: FoundLine): boolean => take(file, line, text);
      if (!(await searchFiles(program, uri.fsPath, wanted, takeFound, signal))) return 'noRegex';
      // A regular expression of a model could keep this process busy for ever; ripgrep's cannot.
    } else if (query.isRegex) return 'noRegexHere';
    else if (!(await searchSlowly(uri, query, where, take, signal))) stoppedAfter = mostFiles;
  }
  return { results: matches, stoppedAfter };
}

/**
 * Of a file that was named here, on disk; null where it has more than `most` bytes, or cannot be read. Never rejects.
 */
export async function wholeText(name: string, most: number): Promise<string | null> {
  const uri = uriOf(name);
  try {
    const reading = uri === null ? null : await readFile(uri, most);
    return reading?.kind === 'file' ? await vscode.workspace.decode(reading.bytes) : null;
  } catch {
    return null;
  }
}

interface SearchedFolder extends FolderGlob {
  readonly uri: vscode.Uri;
}

/** Those that files of a glob can be in. */
function foldersFor(glob: string | null): readonly SearchedFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const names = folders.map(({ name }) => name);
  return folders.flatMap(({ uri, name }) => {
    if (glob === null) return [{ uri, fits: () => true, where: whereaboutsOf(null) }];
    if (folders.length === 1) return [{ uri, fits: readGlob(glob), where: whereaboutsOf(glob) }];
    const within = globInFolder(glob, name, names);
    return within === null ? [] : [{ uri, ...within }];
  });
}

/** Where there is no ripgrep: so many files of a folder are looked at. */
const mostFiles = 2000;
const largestSearched = 1_000_000;

interface SlowNames {
  readonly names: readonly string[];
  /** False where the folder has more files. */
  readonly areAll: boolean;
}

/** Of the folder, without what git ignores where it can say so. */
async function slowNames(folder: vscode.Uri, where: Whereabouts, signal: AbortSignal): Promise<SlowNames> {
  const narrowed = [...where.folder, '**/*'].join('/');
  const { files, areAll } = await findWorkspaceFiles([folder], narrowed, mostFiles);
  const ignored = folder.scheme === 'file' ? await ignoredIn(folder.fsPath) : new Set<string>();
  if (ignored === null || signal.aborted) return { names: [], areAll: true };
  const names = files.map((uri) => path.posix.relative(folder.path, uri.path));
  return { names: names.filter((name) => !isAmong(ignored, name)).sort(), areAll };
}

async function ignoredIn(folder: string): Promise<ReadonlySet<string> | null> {
  return ignoredNames(await realPathOf(folder), foldersAround(folder));
}

/** False where the folder has more files than were looked at. */
async function searchSlowly(
  folder: vscode.Uri,
  { pattern, ignoresCase }: SearchQuery,
  where: Whereabouts,
  take: (file: string, line: number, text: string) => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = ignoresCase ? pattern.toLowerCase() : pattern;
  const { names, areAll } = await slowNames(folder, where, signal);
  for (const file of names) {
    if (signal.aborted) return true;
    const uri = vscode.Uri.joinPath(folder, file);
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largestSearched) continue;
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    for (const [index, line] of text.split('\n').entries()) {
      const isFound = (ignoresCase ? line.toLowerCase() : line).includes(wanted);
      if (isFound && !take(file, index + 1, line)) return true;
    }
  }
  return areAll;
}
