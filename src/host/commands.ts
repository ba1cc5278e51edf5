// Every command by its id, in one table.
import * as vscode from 'vscode';

export type CommandId =
  | 'tidemark.signIn'
  | 'tidemark.signOut'
  | 'tidemark.switchAccount'
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
  | 'tidemark.acceptChange'
  | 'tidemark.acceptChangeAtCursor'
  | 'tidemark.discardChange'
  | 'tidemark.showConversations'
  | 'tidemark.chooseTools'
  | 'tidemark.restoreFiles'
  | 'tidemark.exportChat'
  | 'tidemark.importChat'
  | 'tidemark.useInVsCodeChat'
  | 'tidemark.writeCommitMessage'
  | 'tidemark.showMenu'
  | 'tidemark.showPlan'
  | 'tidemark.refreshPlan'
  | 'tidemark.copyStatusLine'
  | 'tidemark.showLog'
  | 'tidemark.getStarted'
  | 'tidemark.useDemo'
  | 'tidemark.diagnose'
  | 'tidemark.copyDiagnosis'
  | 'tidemark.deleteAllData';

/** What each command of the manifest runs; the manifest test holds the two lists together. */
export type CommandTable = Readonly<Record<CommandId, (...args: readonly unknown[]) => unknown>>;

export function registerCommands(table: CommandTable): vscode.Disposable {
  const entries = Object.entries(table).map(([id, run]) => vscode.commands.registerCommand(id, run));
  return vscode.Disposable.from(...entries);
}
