// What is said of a limit that is nearly or wholly used up, and of one that can be used again: the words and buttons.
// When it is due is decided by core/plan/watch/warnings.ts.
import * as vscode from 'vscode';
import { isUsedUp, type QuotaWindow } from '../../../core/plan/quota-window.ts';
import type { Notice } from '../../../core/plan/watch/warnings.ts';
import { inertName } from '../../display/names.ts';
import type { Tell, Voice } from '../../display/notification.ts';
import { amountText, percentText, resetText, shareWords, windowName } from '../words/plan-text.ts';
import { writeWantsRefillNotices, writeWantsWarnings } from './plan-settings.ts';

const { l10n } = vscode;

export async function showNotice({ kind, window }: Notice, voice: Voice): Promise<void> {
  switch (kind) {
    case 'warning':
      return showWarning(window, voice.warn);
    case 'refilled':
      return showRefilled(window, voice.inform);
  }
}

async function showWarning(window: QuotaWindow, warn: Tell): Promise<void> {
  const now = Date.now();
  const amount = amountText(window, 'used');
  const reset = resetText(window, now);
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
  const show = l10n.t('Show Plan');
  const key = l10n.t('Set API Key…');
  const never = l10n.t("Don't Show Again");
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

async function showRefilled(window: QuotaWindow, inform: Tell): Promise<void> {
  const show = l10n.t('Show Plan');
  const never = l10n.t("Don't Show Again");
  const text = l10n.t(
    '{0} of your plan has reset: {1}.',
    inertName(windowName(window)),
    shareWords(window.usedPercent, 'left'),
  );
  const pressed = await inform(text, show, never);
  if (pressed === show) await vscode.commands.executeCommand('tidemark.showPlan');
  if (pressed === never) await writeWantsRefillNotices(false);
}
