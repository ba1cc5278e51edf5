import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

/** A page in the editor area, in the active group. */
export function createPanel(viewType: string, title: string): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, inertText(title, longest.title), vscode.ViewColumn.Active);
}

export function showTabTitle(panel: vscode.WebviewPanel, title: string): void {
  panel.title = inertText(title, longest.title);
}

/** Beside the title of a view; nothing where it is empty. */
export function showViewDescription(view: vscode.WebviewView, description: string): void {
  view.description = inertText(description, longest.title);
}

/** On a view's icon; none for zero. */
export function showViewBadge(view: vscode.WebviewView, count: number, tooltip: string): void {
  view.badge = count === 0 ? undefined : { value: count, tooltip: inertText(tooltip, longest.title) };
}

/** Opens a comparison of two documents in a preview tab of this title. */
export async function openDiff(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, inertText(title, longest.title), { preview: true });
}
