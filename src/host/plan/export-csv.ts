// Knows how the kept readings are saved as a file that the person names; not what is in them.
import * as vscode from 'vscode';
import { samplesCsv } from '../../core/plan/samples-csv.ts';
import type { Sample } from '../../core/plan/samples.ts';
import { showError, showInformation } from '../display/notification.ts';

const { l10n } = vscode;

/** Asks for a name and writes the file. Never rejects: a file that cannot be written is told. */
export async function exportSamples(samples: readonly Sample[]): Promise<void> {
  const file = await vscode.window.showSaveDialog({
    title: l10n.t('Export as CSV'),
    filters: { CSV: ['csv'] },
    ...defaultName(),
  });
  if (file === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(samplesCsv(samples)));
    const open = l10n.t('Open');
    if ((await showInformation(l10n.t('The readings are saved.'), open)) === open) await vscode.window.showTextDocument(file);
  } catch (error) {
    void showError(l10n.t('The file could not be written: {0}. Nothing is lost; choose another place.', String(error)));
  }
}

/** In the first folder of the window; without one VS Code chooses. */
function defaultName(): { defaultUri?: vscode.Uri } {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, 'tidemark-quota.csv') };
}
