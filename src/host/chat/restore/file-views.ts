import type * as vscode from 'vscode';
import type { HistoryCopies } from '../../../core/chat/history/copies.ts';
import type { ConversationStore } from '../../../core/chat/history/history.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import type { Voice } from '../../display/notification.ts';
import type { Presenter } from '../present/presenter.ts';
import { ChangedFiles } from './changed-files.ts';
import { FileRestore } from './file-restore.ts';

export interface FileViews {
  readonly restore: FileRestore;
  readonly changedFiles: ChangedFiles;
  /** What ends with the chat. */
  readonly all: readonly Pick<vscode.Disposable, 'dispose'>[];
}

/** What the agent has done to files, to be looked at and taken back. */
export function createFileViews(
  session: ChatSession,
  history: ConversationStore,
  copies: HistoryCopies,
  presenter: Presenter,
  voice: Voice,
  tell: (message: HostMessage) => void,
): FileViews {
  const restore = new FileRestore(session, history, copies, voice, tell);
  restore.onDidChange(() => presenter.filesChanged());
  const changedFiles = new ChangedFiles(session, copies, restore, tell);
  return { restore, changedFiles, all: [changedFiles, restore] };
}
