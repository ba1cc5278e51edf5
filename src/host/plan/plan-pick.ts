// Knows the list that opens from the status bar: the windows as rows and what can be done, all by keyboard; not where the
// figures come from.
import * as vscode from 'vscode';
import { figuresOf, type PlanState } from '../../core/plan/plan-state.ts';
import { clockTime } from '../time-text.ts';
import { amountText, percentText, planName, resetText, stateSentence, windowName } from './plan-text.ts';

const { l10n } = vscode;

interface Row extends vscode.QuickPickItem {
  readonly command?: string;
}

/** Shows the plan and runs what the person picks. */
export async function showPlanPick(state: PlanState): Promise<void> {
  const now = Date.now();
  const figures = figuresOf(state);
  const windows: Row[] = (figures?.windows ?? []).map((window) => ({
    label: `${percentText(window.usedPercent)}  ${windowName(window).replaceAll('$(', '$ (')}`,
    description: amountText(window),
    detail: resetText(window, now),
    command: 'tidemark.refreshPlan',
  }));
  const title = figures === null ? 'Tidemark' : l10n.t('{0}, as of {1}', planName(figures), clockTime(figures.readAt, now));
  const picked = await vscode.window.showQuickPick([...windows, { label: '', kind: vscode.QuickPickItemKind.Separator }, ...actions(state)], {
    title,
    placeHolder: stateSentence(state) || l10n.t('What is used of each window'),
  });
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command);
}

function actions(state: PlanState): Row[] {
  const signedIn = state.kind !== 'notConnected' && state.kind !== 'signedOut' && state.kind !== 'lapsed';
  return [
    { label: `$(comment-discussion) ${l10n.t('Open Chat')}`, command: 'tidemark.focusChat' },
    ...(signedIn ? [{ label: `$(refresh) ${l10n.t('Refresh')}`, command: 'tidemark.refreshPlan' }] : []),
    { label: `$(key) ${l10n.t('Set API Key…')}`, command: 'tidemark.setApiKey' },
    signedIn
      ? { label: `$(sign-out) ${l10n.t('Sign Out')}`, command: 'tidemark.signOut' }
      : { label: `$(sign-in) ${l10n.t('Sign In')}`, command: 'tidemark.signIn' },
    { label: `$(plug) ${l10n.t('Connect to a Service…')}`, command: 'tidemark.connect' },
  ];
}
