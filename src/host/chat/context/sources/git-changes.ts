// What was changed since the last commit, as VS Code's own Git extension knows it. It says nothing of a workspace that
// is not trusted.
import * as vscode from 'vscode';
import { createAttachment } from '../../../../core/chat/attachments/attachment.ts';
import { gitChangesText } from '../../../../core/chat/attachments/git-changes-text.ts';
import type { ContextSource } from './sources.ts';

/**
 * The part of the extension's interface that is needed.
 * @see https://github.com/microsoft/vscode/blob/main/extensions/git/src/api/git.d.ts
 */
interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly workingTreeChanges: readonly Change[];
    /** Missing in older versions, where they are among those of the working tree, as they are by default. */
    readonly untrackedChanges?: readonly Change[];
  };
  /** Of what is staged, or else of what is not. */
  diff(cached?: boolean): Promise<string>;
}

interface Change {
  readonly uri: vscode.Uri;
  readonly status: number;
}

/** What the extension calls a file that git does not know yet. */
const untracked = 7;

/** A source for each repository that a folder of the workspace is in. */
export function gitChangesSources(): readonly ContextSource[] {
  return repositories().map((repository) => {
    const label = vscode.workspace.asRelativePath(repository.rootUri);
    const name = label === repository.rootUri.fsPath ? (repository.rootUri.path.split('/').at(-1) ?? '') : label;
    return {
      label: name,
      read: async () => {
        const staged = await repository.diff(true);
        const unstaged = await repository.diff(false);
        const text = gitChangesText([staged, unstaged], newFiles(repository));
        if (text === '') return 'nothingChanged';
        return { attachment: createAttachment('changes', name, text, 'diff'), origin: null };
      },
    };
  });
}

/** The paths within the repository of what git does not know yet. */
function newFiles({ rootUri, state: { workingTreeChanges, untrackedChanges = [] } }: Repository): readonly string[] {
  const changes = [...workingTreeChanges.filter(({ status }) => status === untracked), ...untrackedChanges];
  return changes.map(({ uri: { path } }) =>
    path.startsWith(`${rootUri.path}/`) ? path.slice(rootUri.path.length + 1) : path,
  );
}

function repositories(): readonly Repository[] {
  const git: unknown = vscode.extensions.getExtension<unknown>('vscode.git')?.exports;
  if (!hasApi(git)) return [];
  try {
    const api = git.getAPI(1);
    return isApi(api) ? api.repositories.filter(isRepository) : [];
  } catch {
    // Git is switched off in the settings.
    return [];
  }
}

function hasApi(git: unknown): git is { readonly getAPI: (version: 1) => unknown } {
  return typeof git === 'object' && git !== null && 'getAPI' in git && typeof git.getAPI === 'function';
}

function isApi(api: unknown): api is { readonly repositories: readonly unknown[] } {
  return typeof api === 'object' && api !== null && 'repositories' in api && Array.isArray(api.repositories);
}

function isRepository(found: unknown): found is Repository {
  return (
    typeof found === 'object' &&
    found !== null &&
    'rootUri' in found &&
    found.rootUri instanceof vscode.Uri &&
    'state' in found &&
    'diff' in found &&
    typeof found.diff === 'function'
  );
}
