// The turn of a run in the folders of this window, which other windows may have open as well.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { RunFolders, RunHolder, TurnWait } from '../../../core/chat/tools/runs/run-folders.ts';
import { takeRunTurn } from '../../../node/leases/run-turn.ts';
import { runsFolder } from '../../storage-folders.ts';

const window = randomUUID();

/** Whether it is this window that has the turn. */
export function isThisWindow(holder: RunHolder): boolean {
  return holder.window === window;
}

/**
 * @param storage where the windows of this machine's VS Code share their files
 * @param title of the conversation that the run belongs to
 * @param onWait is told who has the turn, and at last that no other run has it
 */
export function runFolders(storage: vscode.Uri, title: string, onWait: (wait: TurnWait) => void): RunFolders {
  return {
    async take(signal) {
      const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => placeOf(uri));
      const holder = { window, windowName: vscode.workspace.name ?? '', conversation: title };
      const shared = vscode.Uri.joinPath(storage, runsFolder).fsPath;
      const giveBack = await takeRunTurn(shared, folders, holder, signal, (other) =>
        onWait({ kind: 'run', holder: other }),
      );
      onWait({ kind: 'none' });
      return giveBack;
    },
  };
}

function placeOf(folder: vscode.Uri): string {
  return folder.scheme === 'file' ? folder.fsPath : folder.toString();
}
