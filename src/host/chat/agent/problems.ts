import * as vscode from 'vscode';
import type { Problem } from '../../../core/chat/attachments/problem-list.ts';
import type { FileProblems } from '../../../core/chat/tools/calls/workspace.ts';
import { problemsIn } from '../context/sources/sources.ts';
import { placedUri } from './places.ts';

/** What editors report now of a file. */
export function problemsNow(uri: vscode.Uri): readonly Problem[] {
  return problemsIn(uri, vscode.languages.getDiagnostics(uri));
}

/** More are of no use to a model, and git is asked about each. */
const mostFiles = 100;

/** The same of all files that are named within an open folder, those with the worst problems first. */
export async function problemsOfAll(): Promise<readonly FileProblems[]> {
  const files = vscode.languages
    .getDiagnostics()
    .filter(([uri, problems]) => problems.length > 0 && vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .map(([uri]) => ({ uri, problems: problemsNow(uri) }))
    .toSorted((one, other) => worst(one.problems) - worst(other.problems));
  const found: FileProblems[] = [];
  for (const { uri, problems } of files.slice(0, mostFiles)) {
    const place = await placedUri(uri);
    if (place !== null) found.push({ found: place.found, problems });
  }
  return found;
}

function worst(problems: readonly Problem[]): number {
  return problems.reduce((least, { severity }) => Math.min(least, severity), Infinity);
}

/** How long those who look at a file may take to begin, and to come to rest. Milliseconds. */
const patience = 1500;
const rest = 300;

/** The same once they have seen a change. */
export async function problemsAfterChange(uri: vscode.Uri, signal: AbortSignal): Promise<readonly Problem[]> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      listening.dispose();
      resolve();
    };
    let timer = setTimeout(end, patience);
    const listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!uris.some((one) => one.toString() === uri.toString())) return;
      clearTimeout(timer);
      timer = setTimeout(end, rest);
    });
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
  return problemsNow(uri);
}
