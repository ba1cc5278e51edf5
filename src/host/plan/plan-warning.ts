// Knows the one warning about a window that is nearly or wholly used up: what it says and what can be done. When it is due,
// core decides (core/plan/warnings.ts).
import * as vscode from 'vscode';
import type { Warning } from '../../core/plan/warnings.ts';
import { inertName } from '../display/names.ts';
import { showWarning } from '../display/notification.ts';
import { amountText, percentText, resetText, windowName } from './plan-text.ts';
import { writeWantsWarnings } from './plan-settings.ts';

const { l10n } = vscode;

export async function showPlanWarning({ window }: Warning): Promise<void> {
  const now = Date.now();
  const [amount, reset] = [amountText(window), resetText(window, now)];
  const details = amount === '' ? reset : l10n.t('{0}, {1}', amount, reset);
  const text =
    (window.usedPercent ?? 0) >= 100
      ? l10n.t('The window "{0}" of your plan is used up ({1}). Until it resets, an API key can answer in its place.', inertName(windowName(window)), details)
      : l10n.t('{0} of the window "{1}" of your plan is used ({2}).', percentText(window.usedPercent), inertName(windowName(window)), details);
  const [show, key, never] = [l10n.t('Show Plan'), l10n.t('Set API Key…'), l10n.t('Don\'t Show Again')];
  switch (await showWarning(text, show, key, never)) {
    case show:
      await vscode.commands.executeCommand('tidemark.showPlan');
      return;
    case key:
      await vscode.commands.executeCommand('tidemark.setApiKey');
      return;
    case never:
      await writeWantsWarnings(false);
      return;
    default:
      return;
  }
}
