import * as vscode from 'vscode';
import type { Change } from '../../../../core/chat/edits/located-edit.ts';
import { inertName } from '../../../display/names.ts';
import { pickOne } from '../../../display/quick-pick.ts';

const { l10n } = vscode;

/** Asks which of several places is meant; null where the person leaves. */
export async function pickPlace(choices: readonly Change[], document: vscode.TextDocument): Promise<Change | null> {
  const items = choices.map((change) => {
    const [{ start, end } = { start: 0, end: 0 }] = change.places;
    const line = document.lineAt(Math.min(start, document.lineCount - 1)).text.trim();
    const where = end > start ? l10n.t('Lines {0} to {1}', start + 1, end) : l10n.t('Before line {0}', start + 1);
    return { label: where, description: line, change };
  });
  const name = inertName(vscode.workspace.asRelativePath(document.uri));
  const picked = await pickOne(items, { title: l10n.t('Where in {0} should the code go?', name) });
  return picked?.change ?? null;
}
