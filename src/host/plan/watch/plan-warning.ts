// The one warning about a window that is nearly or wholly used up: its words and its buttons. When it is due is decided
// by core/plan/watch/warnings.ts.
import * as vscode from 'vscode';
import { isUsedUp } from '../../../core/plan/quota-window.ts';
import type { Warning } from '../../../core/plan/watch/warnings.ts';
import { inertName } from '../../display/names.ts';
import type { Tell } from '../../display/notification.ts';
import { amountText, percentText, resetText, windowName } from '../words/plan-text.ts';
import { writeWantsWarnings } from './plan-settings.ts';

const { l10n } = vscode;

export async function showPlanWarning({ window }: Warning, warn: Tell): Promise<void> {
  const now = Date.now();
  const [amount, reset] = [amountText(window, 'used'), resetText(window, now)];
  const details = amount === '' ? reset : l10n.t('{0}, {1}', amount, reset);
  const text = isUsedUp(window)
    ? l10n.t(
        '{0} of your plan used up ({1}). Until it resets, an API key can answer in its place.',
        inertName(windowName(window)),
        details,
      )
    : l10n.t(
        '{1} of your plan: {0} used ({2}).',
        percentText(window.usedPercent),
        inertName(windowName(window)),
        details,
      );
  const [show, key, never] = [l10n.t('Show Plan'), l10n.t('Set API Key…'), l10n.t("Don't Show Again")];
  switch (await warn(text, show, key, never)) {
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
