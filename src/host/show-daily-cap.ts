// Apart from settings.ts, whose texts with a dot are all keys of settings.
import * as vscode from 'vscode';

/** Opens the settings at the cap. */
export async function showDailyCap(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tidemark.apiKey.dailyTokenCap');
}
