import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

/**
 * A page in the editor area, in the active group. A tab of the same kind that VS Code has kept over a reload, and not
 * asked to be filled since nobody has looked at it, gives way: else there would be two.
 */
export function createPanel(viewType: string, title: string): vscode.WebviewPanel {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const unfilled = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(`-${viewType}`),
  );
  // A tab that is gone by then is what was wanted.
  void vscode.window.tabGroups.close(unfilled, true).then(undefined, () => undefined);
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

/** Opens a place of a file, which names its own tab, in a preview tab. */
export async function openAt(uri: vscode.Uri, range: vscode.Range): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, { selection: range, preview: true });
}

/**
 * Opens a comparison of two documents in a preview tab of this title.
 *
 * @param leavesFocus whether the keyboard stays where it is
 */
export async function openDiff(
  before: vscode.Uri,
  after: vscode.Uri,
  title: string,
  leavesFocus = false,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, inertText(title, longest.title), {
    preview: true,
    preserveFocus: leavesFocus,
  });
}
