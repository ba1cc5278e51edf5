// Knows where a person sets the daily cap of the API key; not what the cap is.
import * as vscode from 'vscode';

/** Opens the settings at the cap. */
export async function showDailyCap(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tidemark.apiKey.dailyTokenCap');
}
