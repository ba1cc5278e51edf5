// Knows where the history is kept in this window, what a person is told when a file is not as it should be, and which
// conversation was shown last; not what a conversation is.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { History, type HistoryTrouble, type Place, type PlaceName } from '../../core/chat/history.ts';
import { type Log, systemClock } from '../../core/ports.ts';
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

const folderName = 'conversations';
const shownKey = 'tidemark.chat.shown';

export function openHistory({ workspace, person }: Storage, log: Log): History {
  const files = (storage: vscode.Uri): Place['files'] => createFiles(vscode.Uri.joinPath(storage, folderName));
  return new History({
    places: [
      ...(workspace === null ? [] : [{ name: 'workspace' as const, files: files(workspace) }]),
      { name: 'person', files: files(person) },
    ],
    writer: randomUUID().slice(0, 8),
    clock: systemClock,
    onTrouble(trouble) {
      log.warn(`History: ${trouble.kind}${'name' in trouble ? ` ${trouble.name}` : ''}`);
      void vscode.window.showWarningMessage(troubleText(trouble));
    },
  });
}

/** Without a workspace there is only the person to keep a conversation for. */
export function placeForNew({ workspace }: Storage): PlaceName {
  return workspace === null ? 'person' : readHistoryPlace();
}

/** Shows the conversation that this window showed last. Never rejects: what cannot be read leaves a new one. */
export async function restoreShown(session: ChatSession, history: History, { state }: Storage, log: Log): Promise<void> {
  const id = state.get<unknown>(shownKey);
  try {
    const stored = typeof id === 'string' ? await history.open(id) : null;
    if (stored !== null) session.show(stored);
  } catch (error) {
    log.warn(`The last conversation could not be read: ${error instanceof Error ? error.name : typeof error}`);
  }
}

export function rememberShown(session: ChatSession, { state }: Storage): vscode.Disposable {
  return session.onSwitched(() => void state.update(shownKey, session.tree.id));
}

function troubleText(trouble: HistoryTrouble): string {
  switch (trouble.kind) {
    case 'notSaved':
      return l10n.t('Your conversation cannot be saved right now; the disk may be full. All of it is still in this window, and saving is tried again and again.');
    case 'savedAgain':
      return l10n.t('Your conversation is saved again. Nothing is lost.');
    case 'newer':
      return l10n.t('A conversation was written by a newer Tidemark and is not shown whole. Its file stays as it is: {0}', trouble.name);
    case 'damaged':
      return l10n.t('A part of a conversation could not be read. The rest is shown, and its file stays as it is: {0}', trouble.name);
    case 'setAside':
      return l10n.t('A file of your conversations could not be read and was set aside as {0}. Nothing was deleted.', trouble.name);
  }
}
