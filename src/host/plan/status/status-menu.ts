// The menu that a click on the status bar item opens: whose plan it is, every limit, who pays, and what can be done.
import * as vscode from 'vscode';
import { figuresOf, tightestWindow, type PlanState } from '../../../core/plan/plan-state.ts';
import { isUsedUp } from '../../../core/plan/quota-window.ts';
import { showInformation } from '../../display/notification.ts';
import { pickOne } from '../../display/quick-pick.ts';
import { wantRefillNotice } from '../watch/plan-notices.ts';
import { canRefresh, type Remedy, remedies, takeRemedy } from '../words/plan-actions.ts';
import {
  amountText,
  otherPlanText,
  planName,
  resetClockText,
  shareWords,
  shortForecastText,
  stateSentence,
  waitingText,
  windowName,
} from '../words/plan-text.ts';
import { bar, type StatusFacts } from './plan-tooltip.ts';

const { l10n } = vscode;
const barCells = 12;

type Choice =
  | Remedy['action']
  | 'showPlan'
  | 'refreshPlan'
  | 'focusChat'
  | 'switchAccount'
  | 'signOut'
  | 'diagnose'
  | 'tellWhenReset'
  | 'settings';

/** `choice` is what is done where the item is chosen; null for a separator. */
export interface MenuItem extends vscode.QuickPickItem {
  readonly choice: Choice | { readonly switchTo: string } | null;
}

export interface MenuFacts extends StatusFacts {
  /** Whether the person is told when a limit that is used up has reset. */
  readonly tellsOfReset: boolean;
}

/** Shows the menu and does what is chosen. */
export async function showStatusMenu(facts: MenuFacts): Promise<void> {
  const choice = (await pickOne(menuItems(facts), { title: 'Tidemark' }))?.choice ?? null;
  if (typeof choice === 'object' && choice !== null) {
    await vscode.commands.executeCommand('tidemark.switchAccount', choice.switchTo);
    return;
  }
  switch (choice) {
    case null:
      return;
    case 'settings':
      await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tidemark.tidemark');
      return;
    case 'tellWhenReset':
      return wantRefillNotice(showInformation);
    case 'signIn':
    case 'connect':
    case 'setApiKey':
    case 'manageTrust':
      await takeRemedy(choice);
      return;
    default:
      await vscode.commands.executeCommand(`tidemark.${choice}`);
  }
}

export function menuItems(facts: MenuFacts): readonly MenuItem[] {
  return [...accountItems(facts), ...planItems(facts), ...actionItems(facts)];
}

function accountItems({ state, account, service, others, shown, now }: StatusFacts): readonly MenuItem[] {
  if (service === null) return [];
  const name = account ?? (canRefresh(state) ? l10n.t('Signed in') : l10n.t('Signed out'));
  return [
    separator(l10n.t('Account')),
    { label: name, description: service, iconPath: new vscode.ThemeIcon('account'), choice: 'showPlan' },
    ...others.map((other) => ({
      label: l10n.t('Switch to {0}', other.name),
      description: otherPlanText(other.state, shown, now),
      iconPath: new vscode.ThemeIcon('arrow-swap'),
      choice: { switchTo: other.account },
    })),
    ...(canRefresh(state)
      ? [{ label: l10n.t('Add Account…'), iconPath: new vscode.ThemeIcon('add'), choice: 'signIn' as const }]
      : []),
  ];
}

function planItems({
  state,
  forecasts,
  keyPays,
  waitsUntil,
  shown,
  tellsOfReset,
  now,
}: MenuFacts): readonly MenuItem[] {
  const figures = figuresOf(state);
  const sentence = stateSentence(state);
  const limits = forecasts.map(({ window, binds, forecast }): MenuItem => {
    const share = shareWords(window.usedPercent, shown);
    // A row has little room, and VS Code cuts its end: what cannot be forecast yet the plan view says, and that all is
    // used up the share.
    const isSilent = forecast.kind === 'unknown' || forecast.kind === 'empty';
    const ahead = isSilent ? '' : shortForecastText(forecast, window, now);
    const details = [resetClockText(window, now), ahead, amountText(window, shown)];
    return {
      label: windowName(window),
      description: binds ? `${share} · ${l10n.t('tightest limit')}` : share,
      // The bars of all rows begin and end at the same place.
      detail: `${bar(window.usedPercent, shown, barCells)}  ${details
        .filter((detail) => detail !== '')
        .map(withoutStop)
        .join(' · ')}`,
      choice: 'showPlan',
    };
  });
  const summary: MenuItem[] =
    sentence === '' ? [] : [{ label: sentence, iconPath: new vscode.ThemeIcon('info'), choice: 'showPlan' }];
  return [
    separator(figures === null ? l10n.t('Plan') : planName(figures)),
    ...summary,
    ...limits,
    ...payerItems(state, keyPays),
    ...waitingItems(waitsUntil, now),
    ...(tellsOfReset ? [] : resetItems(state)),
  ];
}

/** A sentence among others in a row. */
function withoutStop(sentence: string): string {
  return sentence.replace(/[.。]$/u, '');
}

/** The chat is where it can be taken back. */
function waitingItems(waitsUntil: number | null, now: number): readonly MenuItem[] {
  if (waitsUntil === null) return [];
  return [{ label: waitingText(waitsUntil, now), iconPath: new vscode.ThemeIcon('watch'), choice: 'focusChat' }];
}

function resetItems(state: PlanState): readonly MenuItem[] {
  const tightest = tightestWindow(state);
  if (tightest === null || !isUsedUp(tightest)) return [];
  return [{ label: l10n.t('Tell Me When It Resets'), iconPath: new vscode.ThemeIcon('bell'), choice: 'tellWhenReset' }];
}

function payerItems(state: PlanState, keyPays: boolean): readonly MenuItem[] {
  if (keyPays) {
    const label = l10n.t('Your API key pays for answers at the moment.');
    return [{ label, iconPath: new vscode.ThemeIcon('key'), choice: 'setApiKey' }];
  }
  const tightest = tightestWindow(state);
  // Of a plan that is used up, or of which nothing is known, its limits say enough.
  if (tightest === null || isUsedUp(tightest)) return [];
  const label = l10n.t('Your plan pays for answers.');
  return [{ label, iconPath: new vscode.ThemeIcon('pulse'), choice: 'showPlan' }];
}

function actionItems({ state }: StatusFacts): readonly MenuItem[] {
  const item = (choice: Choice, label: string, icon: string): MenuItem => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    choice,
  });
  return [
    separator(l10n.t('Actions')),
    ...remedies(state).map(({ label, action }) => item(action, label, remedyIcons[action])),
    item('focusChat', l10n.t('Open Chat'), 'comment-discussion'),
    item('showPlan', l10n.t('Open Plan'), 'graph-line'),
    ...(canRefresh(state)
      ? [item('refreshPlan', l10n.t('Refresh'), 'refresh'), item('signOut', l10n.t('Sign Out'), 'sign-out')]
      : []),
    item('diagnose', l10n.t('Diagnose…'), 'checklist'),
    item('settings', l10n.t('Settings'), 'settings-gear'),
  ];
}

const remedyIcons: Readonly<Record<Remedy['action'], string>> = {
  signIn: 'sign-in',
  connect: 'plug',
  setApiKey: 'key',
  manageTrust: 'shield',
};

function separator(label: string): MenuItem {
  return { label, kind: vscode.QuickPickItemKind.Separator, choice: null };
}
