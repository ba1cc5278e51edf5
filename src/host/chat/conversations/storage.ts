// Where this window stores the history, and the notices about files that are not as they should be.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { HistoryCopies } from '../../../core/chat/history/copies.ts';
import { ConversationStore, type StoreTrouble } from '../../../core/chat/history/history.ts';
import type { Place, PlaceName } from '../../../core/chat/history/place.ts';
import { LastShown } from '../../../core/chat/history/last-shown.ts';
import { type Log, systemClock, type WriteRefusal } from '../../../core/ports.ts';
import { inertName } from '../../display/names.ts';
import { showWarning } from '../../display/notification.ts';
import { readHistoryPlace } from '../../settings.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import { conversationsFolder } from '../../storage-folders.ts';
import { createFiles } from './files.ts';
import { sharedFolder } from './shared-folder.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

const { l10n } = vscode;

export interface ConversationFolders {
  /** Null where the window has no workspace. */
  readonly workspace: vscode.Uri | null;
  readonly person: vscode.Uri;
  readonly state: vscode.Memento;
}

/** Never rejects. */
export async function openConversationStore(storage: ConversationFolders, log: Log): Promise<ConversationStore> {
  await gatherConversations(storage, log);
  return new ConversationStore(placesIn(storage), randomUUID().slice(0, 8), systemClock, (trouble) => {
    log.warn(`History: ${trouble.kind}${'name' in trouble ? ` ${trouble.name}` : ''}`);
    void showWarning(troubleText(trouble, (name) => pathOf(folderOf(storage, name))));
  });
}

/** What files held before they were changed lies beside the conversations. */
export function openCopies(storage: ConversationFolders): HistoryCopies {
  return new HistoryCopies(placesIn(storage));
}

function placesIn(storage: ConversationFolders): readonly Place[] {
  const place = (name: PlaceName): Place => ({ name, files: createFiles(folderOf(storage, name)) });
  return [...(storage.workspace === null ? [] : [place('workspace')]), place('person')];
}

function folderOf({ workspace, person }: ConversationFolders, name: PlaceName): vscode.Uri {
  return vscode.Uri.joinPath(
    name === 'workspace' && workspace !== null ? sharedFolder(workspace) : person,
    conversationsFolder,
  );
}

/**
 * Brings conversations that an earlier version kept in the folder of a second window to the others. Never rejects: what
 * cannot be moved is tried again with the next window.
 */
export async function gatherConversations({ workspace }: ConversationFolders, log: Log): Promise<void> {
  if (workspace === null) return;
  const own = vscode.Uri.joinPath(workspace, conversationsFolder);
  const shared = vscode.Uri.joinPath(sharedFolder(workspace), conversationsFolder);
  if (own.toString() === shared.toString()) return;
  try {
    for (const { name } of await createFiles(own).list()) {
      // What is named so is of that window alone, or can be made again.
      if (!name.endsWith('.json'))
        await vscode.workspace.fs.rename(vscode.Uri.joinPath(own, name), vscode.Uri.joinPath(shared, name));
    }
  } catch (error) {
    log.warn(`Conversations of another window stay apart: ${errorName(error)}`);
  }
}

function pathOf(folder: vscode.Uri): string {
  return folder.scheme === 'file' ? folder.fsPath : folder.toString(true);
}

/** Without a workspace there is only the person to keep a conversation for. */
export function placeForNew({ workspace }: ConversationFolders): PlaceName {
  return workspace === null ? 'person' : readHistoryPlace();
}

/** Remembers which conversation this window shows, in the window's own folder. */
function openLastShown({ workspace, person, state }: ConversationFolders): LastShown {
  const folder = vscode.Uri.joinPath(workspace ?? person, conversationsFolder);
  return new LastShown(createFiles(folder), state, systemClock);
}

/**
 * Shows the conversation that this window showed last, and gives what remembers it from now on. Never rejects: what
 * cannot be read or shown leaves a new one.
 */
export async function restoreShown(
  session: ChatSession,
  history: ConversationStore,
  storage: ConversationFolders,
  log: Log,
): Promise<LastShown> {
  const lastShown = openLastShown(storage);
  try {
    const id = await lastShown.read();
    const stored = id === null ? null : await history.open(id);
    if (stored !== null) session.show(stored);
  } catch (error) {
    log.warn(`The conversation that was shown last could not be shown: ${errorName(error)}`);
  }
  return lastShown;
}

function troubleText(trouble: StoreTrouble, folder: (place: PlaceName) => string): string {
  switch (trouble.kind) {
    case 'notSaved':
      return notSavedText(trouble.refusal, folder(trouble.place));
    case 'savedAgain':
      return l10n.t('Your conversation is saved again. Nothing is lost.');
    case 'placeUnread':
      return l10n.t(
        'The folder of your conversations cannot be read, so they are not shown. Nothing was deleted. Check the folder: {0}',
        folder(trouble.place),
      );
    case 'newer':
      return l10n.t(
        'A conversation was written by a newer Tidemark and is not shown whole. Its file stays as it is: {0}',
        inertName(trouble.name),
      );
    case 'damaged':
      return l10n.t(
        'A part of a conversation could not be read. The rest is shown, and its file stays as it is: {0}',
        inertName(trouble.name),
      );
    case 'tooLarge':
      return l10n.t(
        'A file of your conversations is larger than 64 MB, so what it holds is not shown. It stays as it is: {0}',
        inertName(trouble.name),
      );
    case 'unread':
      return l10n.t(
        'A file of your conversations cannot be read, so what it holds is not shown. It stays as it is: {0}',
        inertName(trouble.name),
      );
    case 'setAside':
      return l10n.t(
        'A file of your conversations could not be read and was set aside as {0}. Nothing was deleted.',
        inertName(trouble.name),
      );
  }
}

/** Shown once, so it says all that helps: the window keeps what the disk does not take. */
function notSavedText(refusal: WriteRefusal, folder: string): string {
  switch (refusal) {
    case 'diskFull':
      return l10n.t(
        'Your conversation cannot be saved: the disk is full. All of it is still in this window. Leave the window open and make room on the disk; it is then saved by itself.',
      );
    case 'notWritable':
      return l10n.t(
        'Your conversation cannot be saved: its folder cannot be written to. All of it is still in this window. Leave the window open and make the folder writable; it is then saved by itself: {0}',
        folder,
      );
    case 'unknown':
      return l10n.t(
        'Your conversation cannot be saved right now. All of it is still in this window. Leave the window open; saving is tried again and again in {0}',
        folder,
      );
  }
}
