// The command that copies a ready line for shell prompts and status lines.
import * as vscode from 'vscode';
import { statusLine } from '../../../core/plan/published/status-line.ts';
import { showInformation } from '../../display/notification.ts';
import { readQuotaFile } from '../watch/plan-settings.ts';

const { l10n } = vscode;

export async function copyStatusLine(): Promise<void> {
  const file = readQuotaFile();
  const line = file === '' ? null : statusLine(file);
  if (line === null) {
    const choose = l10n.t('Choose a File');
    const text = l10n.t('Choose first the file that Tidemark writes your quota to.');
    if ((await showInformation(text, choose)) === choose)
      await vscode.commands.executeCommand('workbench.action.openSettings', 'tidemark.plan.quotaFile');
    return;
  }
  await vscode.env.clipboard.writeText(line);
  await showInformation(
    l10n.t('Copied. The line needs jq, and prints the share of your tightest limit and when it resets.'),
  );
}
