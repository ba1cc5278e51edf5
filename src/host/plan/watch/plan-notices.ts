// What is said of a limit that is nearly or wholly used up, and of one that can be used again: the words and buttons.
// When it is due is decided by core/plan/watch/warnings.ts.
import * as vscode from 'vscode';
import { isUsedUp, type QuotaWindow } from '../../../core/plan/quota-window.ts';
import type { Notice } from '../../../core/plan/watch/warnings.ts';
import { inertName } from '../../display/names.ts';
import type { Tell, Voice } from '../../display/notification.ts';
import { amountText, percentText, resetText, shareWords, windowName } from '../words/plan-text.ts';
import { readWantsRefillNotices, writeWantsRefillNotices, writeWantsWarnings } from './plan-settings.ts';

const { l10n } = vscode;

/** An account that is not in use, with a name that is inert. */
export interface OtherWithRoom {
  readonly account: string;
  readonly name: string;
}

export interface NoticeContext {
  /** Whose plan it is of: untrusted text; null where that goes without saying. */
  readonly whose: string | null;
  /** An account that is not in use and is known to have something left; null for none. */
  readonly elsewhere: OtherWithRoom | null;
  /** Lets what is typed in the chat wait for the reset; null where nothing is, or no reset is known. */
  readonly draftAtReset: (() => Promise<void>) | null;
}

export async function showNotice({ kind, window }: Notice, voice: Voice, context: NoticeContext): Promise<void> {
  const { whose } = context;
  const told: Voice = { inform: naming(whose, voice.inform), warn: naming(whose, voice.warn) };
  switch (kind) {
    case 'warning':
      return isUsedUp(window) ? showUsedUp(window, told, voice.inform, context) : showWarning(window, told.warn);
    case 'refilled':
      return showRefilled(window, told.inform);
  }
}

/** VS Code's notifications stay while another account is chosen. */
function naming(whose: string | null, tell: Tell): Tell {
  return whose === null
    ? tell
    : (text, ...buttons) => tell(l10n.t('{0} Account: {1}.', text, inertName(whose)), ...buttons);
}

interface Way {
  readonly label: string;
  readonly take: () => Thenable<unknown>;
}

const showPlan = (): Way => ({
  label: l10n.t('Show Plan'),
  take: () => vscode.commands.executeCommand('tidemark.showPlan'),
});
const setKey = (): Way => ({
  label: l10n.t('Set API Key…'),
  take: () => vscode.commands.executeCommand('tidemark.setApiKey'),
});
const switchTo = ({ account, name }: OtherWithRoom): Way => ({
  label: l10n.t('Switch to {0}', name),
  take: () => vscode.commands.executeCommand('tidemark.switchAccount', account),
});
const never = (): Way => ({ label: l10n.t("Don't Show Again"), take: () => writeWantsWarnings(false) });

async function offer(tell: Tell, text: string, ways: readonly Way[]): Promise<void> {
  const pressed = await tell(text, ...ways.map(({ label }) => label));
  await ways.find(({ label }) => label === pressed)?.take();
}

async function showWarning(window: QuotaWindow, warn: Tell): Promise<void> {
  const text = l10n.t(
    '{1} of your plan: {0} used ({2}).',
    percentText(window.usedPercent),
    inertName(windowName(window)),
    detailsOf(window),
  );
  await offer(warn, text, [showPlan(), setKey(), never()]);
}

/** Another account before the key, which costs money; that it resets is told where nobody is told yet. */
async function showUsedUp(
  window: QuotaWindow,
  { warn }: Voice,
  inform: Tell,
  { elsewhere, draftAtReset }: NoticeContext,
): Promise<void> {
  const text = l10n.t(
    '{0} of your plan used up ({1}). Until it resets, an API key can answer in its place.',
    inertName(windowName(window)),
    detailsOf(window),
  );
  const toOther = elsewhere === null ? [] : [switchTo(elsewhere)];
  const later = draftAtReset === null ? [] : [{ label: l10n.t('Send Draft When It Resets'), take: draftAtReset }];
  const tellMe: Way[] = readWantsRefillNotices()
    ? []
    : [{ label: l10n.t('Tell Me When It Resets'), take: () => wantRefillNotice(inform) }];
  await offer(warn, text, [...toOther, ...later, ...tellMe, showPlan(), setKey(), never()]);
}

/** The person asks to be told of resets from now on. */
export async function wantRefillNotice(inform: Tell): Promise<void> {
  await writeWantsRefillNotices(true);
  void inform(l10n.t('You will be told when your plan has something left again.'));
}

function detailsOf(window: QuotaWindow): string {
  const amount = amountText(window, 'used');
  const reset = resetText(window, Date.now());
  return amount === '' ? reset : l10n.t('{0}, {1}', amount, reset);
}

async function showRefilled(window: QuotaWindow, inform: Tell): Promise<void> {
  const show = l10n.t('Show Plan');
  const notAgain = l10n.t("Don't Show Again");
  const text = l10n.t(
    '{0} of your plan has reset: {1}.',
    inertName(windowName(window)),
    shareWords(window.usedPercent, 'left'),
  );
  const pressed = await inform(text, show, notAgain);
  if (pressed === show) await vscode.commands.executeCommand('tidemark.showPlan');
  if (pressed === notAgain) await writeWantsRefillNotices(false);
}
