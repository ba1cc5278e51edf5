// Knows where the history is kept in this window, what a person is told when a file is not as it should be, and which
// conversation was shown last; not what a conversation is.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { History, type HistoryTrouble, type Place, type PlaceName } from '../../core/chat/history.ts';
import { LastShown } from '../../core/chat/history/last-shown.ts';
import { type Log, systemClock, type WriteRefusal } from '../../core/ports.ts';
import { inertName } from '../display/names.ts';
import { showWarning } from '../display/notification.ts';
import { readHistoryPlace } from '../settings.ts';
import type { ChatSession } from './chat-session.ts';
import { createFiles } from './history-files.ts';

const { l10n } = vscode;

export interface Storage {
  /** Null where the window has no workspace. */
  readonly workspace: vscode.Uri | null;
  readonly person: vscode.Uri;
  readonly state: vscode.Memento;
}

export const conversationsFolder = 'conversations';

export function openHistory(storage: Storage, log: Log): History {
  const place = (name: PlaceName): Place => ({ name, files: createFiles(folderOf(storage, name)) });
  return new History({
    places: [...(storage.workspace === null ? [] : [place('workspace')]), place('person')],
    writer: randomUUID().slice(0, 8),
    clock: systemClock,
    onTrouble(trouble) {
      log.warn(`History: ${trouble.kind}${'name' in trouble ? ` ${trouble.name}` : ''}`);
      void showWarning(troubleText(trouble, (name) => pathOf(folderOf(storage, name))));
    },
  });
}

function folderOf({ workspace, person }: Storage, name: PlaceName): vscode.Uri {
  return vscode.Uri.joinPath(name === 'workspace' ? (workspace ?? person) : person, conversationsFolder);
}

function pathOf(folder: vscode.Uri): string {
  return folder.scheme === 'file' ? folder.fsPath : folder.toString(true);
}

/** Without a workspace there is only the person to keep a conversation for. */
export function placeForNew({ workspace }: Storage): PlaceName {
  return workspace === null ? 'person' : readHistoryPlace();
}

/** Remembers which conversation this window shows, beside the conversations themselves. */
export function openLastShown(storage: Storage): LastShown {
  return new LastShown(createFiles(folderOf(storage, 'workspace')), storage.state, systemClock);
}

/** Shows the conversation that this window showed last. Never rejects: what cannot be read or shown leaves a new one. */
export async function restoreShown(session: ChatSession, history: History, lastShown: LastShown, log: Log): Promise<void> {
  try {
    const id = await lastShown.read();
    const stored = id === null ? null : await history.open(id);
    if (stored !== null) await session.show(stored);
  } catch (error) {
    log.warn(`The conversation that was shown last could not be shown: ${error instanceof Error ? error.name : 'unknown'}`);
  }
}

function troubleText(trouble: HistoryTrouble, folder: (place: PlaceName) => string): string {
  switch (trouble.kind) {
    case 'notSaved':
      return notSavedText(trouble.refusal, folder(trouble.place));
    case 'savedAgain':
      return l10n.t('Your conversation is saved again. Nothing is lost.');
    case 'placeUnread':
      return l10n.t('The folder of your conversations cannot be read, so they are not shown. Nothing was deleted. Check the folder: {0}', folder(trouble.place));
    case 'newer':
      return l10n.t('A conversation was written by a newer Tidemark and is not shown whole. Its file stays as it is: {0}', inertName(trouble.name));
    case 'damaged':
      return l10n.t('A part of a conversation could not be read. The rest is shown, and its file stays as it is: {0}', inertName(trouble.name));
    case 'tooLarge':
      return l10n.t('A file of your conversations is larger than 64 MB, so what it holds is not shown. It stays as it is: {0}', inertName(trouble.name));
    case 'unread':
      return l10n.t('A file of your conversations cannot be read, so what it holds is not shown. It stays as it is: {0}', inertName(trouble.name));
    case 'setAside':
      return l10n.t('A file of your conversations could not be read and was set aside as {0}. Nothing was deleted.', inertName(trouble.name));
  }
}

/** Told once, so it says all that helps: the window keeps what the disk does not take. */
function notSavedText(refusal: WriteRefusal, folder: string): string {
  switch (refusal) {
    case 'diskFull':
      return l10n.t('Your conversation cannot be saved: the disk is full. All of it is still in this window. Leave the window open and make room on the disk; it is then saved by itself.');
    case 'notWritable':
      return l10n.t('Your conversation cannot be saved: its folder cannot be written to. All of it is still in this window. Leave the window open and make the folder writable; it is then saved by itself: {0}', folder);
    case 'unknown':
      return l10n.t('Your conversation cannot be saved right now. All of it is still in this window. Leave the window open; saving is tried again and again in {0}', folder);
  }
}
