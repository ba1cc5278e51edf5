// Tidemark's actions in the lightbulb.
import * as vscode from 'vscode';

const { l10n } = vscode;

export function codeActionsFor(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
  { diagnostics }: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const [first, ...others] = diagnostics;
  if (first !== undefined) {
    const about = others.reduce((all, problem) => all.union(problem.range), first.range);
    const quickFixes = [
      actionFor(l10n.t('Fix with Tidemark'), vscode.CodeActionKind.QuickFix, 'tidemark.fix', [uri, about]),
      actionFor(l10n.t('Explain with Tidemark'), vscode.CodeActionKind.QuickFix, 'tidemark.explain', [uri, about]),
    ];
    for (const quickFix of quickFixes) quickFix.diagnostics = [...diagnostics];
    return quickFixes;
  }
  if (range.isEmpty) return [];
  return [
    actionFor(l10n.t('Ask Tidemark'), vscode.CodeActionKind.Refactor, 'tidemark.ask', []),
    actionFor(l10n.t('Explain with Tidemark'), vscode.CodeActionKind.Refactor, 'tidemark.explain', [uri, range]),
  ];
}

function actionFor(title: string, kind: vscode.CodeActionKind, command: string, args: unknown[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, kind);
  action.command = { title, command, arguments: args };
  return action;
}
