// Takes conversations that were deleted a day ago from the disk, in the folders of every workspace.
import * as vscode from 'vscode';
import path from 'node:path';
import { ConversationStore } from '../../../core/chat/history/history.ts';
import { schedulePurge } from '../../../core/chat/history/purge-schedule.ts';
import { type Log, systemClock } from '../../../core/ports.ts';
import { workspaceStorages } from '../../../node/workspace-storages.ts';
import { createFiles } from './files.ts';
import { conversationsFolder } from '../../storage-folders.ts';
import type { ConversationFolders } from './storage.ts';

/**
 * Looks for them now and from time to time; `own` is the history of this window once it is open. Returns what ends it.
 */
export function startPurges(storage: ConversationFolders, own: () => ConversationStore | null, log: Log): () => void {
  return schedulePurge(systemClock, () => purgeEverywhere(storage, own(), log));
}

/**
 * @param own the history of this window, where it is open: what it writes must not lose its file unasked. Never
 * rejects.
 */
export async function purgeEverywhere(
  storage: ConversationFolders,
  own: ConversationStore | null,
  log: Log,
): Promise<void> {
  await own?.purge();
  const ownFolders = [storage.workspace, storage.person].filter((folder) => folder !== null);
  const others = storage.person.scheme === 'file' ? await otherStorages(storage) : [];
  for (const folder of [...(own === null ? ownFolders : []), ...others]) {
    const files = createFiles(vscode.Uri.joinPath(folder, conversationsFolder));
    const onTrouble = ({ kind }: { readonly kind: string }): void =>
      log.warn(`Looking for deleted conversations: ${kind}`);
    await new ConversationStore([{ name: 'workspace', files }], 'purge', systemClock, onTrouble).purge();
  }
}

async function otherStorages({ workspace, person }: ConversationFolders): Promise<vscode.Uri[]> {
  const { folders } = await workspaceStorages({ workspace: workspace?.fsPath ?? null, person: person.fsPath });
  return folders
    .filter((folder) => path.relative(folder, workspace?.fsPath ?? '') !== '')
    .map((folder) => vscode.Uri.file(folder));
}
