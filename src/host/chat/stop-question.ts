// Knows how a person is asked before an answer that runs is stopped for something else; not what for.
import * as vscode from 'vscode';

const { l10n } = vscode;

/** Whether the answer may be stopped. */
export async function askToStop(): Promise<boolean> {
  const stop = l10n.t('Stop the Answer');
  const detail = l10n.t('What has arrived of it is kept in its conversation, where you can continue it later. If you cancel, it goes on and nothing changes.');
  return (await vscode.window.showWarningMessage(l10n.t('An answer is still being written. Stop it?'), { modal: true, detail }, stop)) === stop;
}
