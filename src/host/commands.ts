// Knows every command by its id, in one table; not what any of them does.
import * as vscode from 'vscode';

export type CommandId =
  | 'tidemark.signIn'
  | 'tidemark.signOut'
  | 'tidemark.connect'
  | 'tidemark.setApiKey'
  | 'tidemark.focusChat'
  | 'tidemark.openChatInEditor'
  | 'tidemark.findInChat'
  | 'tidemark.newChat'
  | 'tidemark.ask'
  | 'tidemark.askFile'
  | 'tidemark.attach'
  | 'tidemark.explain'
  | 'tidemark.fix'
  | 'tidemark.sendSelection'
  | 'tidemark.showConversations'
  | 'tidemark.exportChat'
  | 'tidemark.importChat'
  | 'tidemark.showPlan'
  | 'tidemark.refreshPlan'
  | 'tidemark.showLog'
  | 'tidemark.getStarted'
  | 'tidemark.useDemo'
  | 'tidemark.diagnose'
  | 'tidemark.copyDiagnosis'
  | 'tidemark.deleteAllData';

/** What each command of the manifest runs; the manifest test holds the two lists together. */
export type CommandTable = Readonly<Record<CommandId, (...args: readonly unknown[]) => Promise<void> | void>>;

export function registerCommands(table: CommandTable): vscode.Disposable {
  const entries = Object.entries(table).map(([id, run]) => vscode.commands.registerCommand(id, run));
  return vscode.Disposable.from(...entries);
}
