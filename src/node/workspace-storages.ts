// Where VS Code keeps what an extension stores for each workspace, so that what is deleted is deleted in all of them.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface StoragePlaces {
  /** This window's own folder for its workspace; null where it has none. Absolute. */
  readonly workspace: string | null;
  /** The folder for all workspaces. Absolute. */
  readonly person: string;
}

export interface WorkspaceStorages {
  /** The extension's folder in every workspace that has one. */
  readonly folders: readonly string[];
  /** Folders of workspaces that could not be looked into. */
  readonly unread: readonly string[];
}

/** Never rejects. */
export async function workspaceStorages({ workspace, person }: StoragePlaces): Promise<WorkspaceStorages> {
  const extension = path.basename(person);
  const roots = new Set(rootsBeside(person));
  if (workspace !== null) roots.add(path.dirname(path.dirname(workspace)));
  const folders = new Set(workspace === null ? [] : [workspace]);
  // Nothing tells then where other workspaces are kept.
  const unread = roots.size === 0 ? [path.dirname(person)] : [];
  for (const root of roots) {
    const names = await readdir(root).catch((error: unknown) => {
      if (!isMissing(error)) unread.push(root);
      return [];
    });
    for (const name of names) {
      const folder = path.join(root, name, extension);
      const isThere = await stat(folder).then(
        (found) => found.isDirectory(),
        (error: unknown) => {
          if (!isMissing(error)) unread.push(folder);
          return false;
        },
      );
      if (isThere) folders.add(folder);
    }
  }
  return { folders: [...folders], unread };
}

/**
 * `User/globalStorage/<extension>`, or in a profile `User/profiles/<profile>/globalStorage/<extension>`, is beside
 * `User/workspaceStorage`.
 */
function rootsBeside(person: string): string[] {
  const user = path.dirname(path.dirname(person));
  const profiles = path.dirname(user);
  const base = path.basename(profiles) === 'profiles' ? path.dirname(profiles) : user;
  return path.basename(path.dirname(person)) === 'globalStorage' ? [path.join(base, 'workspaceStorage')] : [];
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
