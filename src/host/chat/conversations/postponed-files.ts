// The files of prompts that wait for a reset, which all windows on one workspace share.
import * as vscode from 'vscode';
import type { Files } from '../../../core/ports.ts';
import { postponedFolder } from '../../storage-folders.ts';
import { createFiles } from './files.ts';
import { sharedFolder } from './shared-folder.ts';
import type { ConversationFolders } from './storage.ts';

export function postponedFiles({ workspace, person }: ConversationFolders): Files {
  return createFiles(vscode.Uri.joinPath(workspace === null ? person : sharedFolder(workspace), postponedFolder));
}

/** What a window knows of them before its chat is loaded. Rejects where the folder cannot be read. */
export async function arePromptsWaiting(storage: ConversationFolders): Promise<boolean> {
  return (await postponedFiles(storage).list()).length > 0;
}
