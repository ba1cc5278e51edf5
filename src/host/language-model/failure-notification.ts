// What a person is asked and told about answers that are shown in a place of others, which has no buttons of ours.
import * as vscode from 'vscode';
import type { KeyAnswer } from '../../core/chat/language-model/key-consent.ts';
import { type Failure, refusesPlan } from '../../core/service/failure/errors.ts';
import type { Action } from '../../protocol/chat.ts';
import { askRisk } from '../display/modal.ts';
import { showWarning } from '../display/notification.ts';
import { showDailyCap } from '../show-daily-cap.ts';
import { failureText } from '../words/error-text.ts';
import { actionLabel, actionsFor, type FailedRequest } from '../words/failure-actions.ts';

/** A modal, since agents send dozens of requests and a notification's buttons leave after ten seconds. */
export async function askAboutKey(refusal: Failure): Promise<KeyAnswer> {
  const { l10n } = vscode;
  const [once, longer] = [l10n.t('This Request'), l10n.t('Next 30 Minutes')];
  const detail = [
    failureText(refusal),
    l10n.t('It would pay for all requests that are waiting now. Your daily cap still applies.'),
  ];
  const text = l10n.t('Your plan refused. Let your API key answer instead?');
  const answer = await askRisk({ text, detail }, l10n.t('Not Now'), once, longer);
  if (answer === once) return 'thisRequest';
  return answer === longer ? 'forHalfAnHour' : 'notNow';
}

/** What can be done without a turn of our own that would be asked again. */
type Offer = Extract<Action, 'signIn' | 'setApiKey' | 'connect' | 'diagnose' | 'changeKeyCap'>;
const offers: ReadonlySet<Action> = new Set<Offer>(['signIn', 'setApiKey', 'connect', 'diagnose', 'changeKeyCap']);
const isOffer = (action: Action): action is Offer => offers.has(action);

let isTold = false;

/** One at a time: agents that try again would fill the window with the same sentence. */
export async function tellOfFailure(failure: Failure, request: FailedRequest): Promise<void> {
  if (isTold || !concernsPayer(failure)) return;
  isTold = true;
  const ways = actionsFor(failure, request).filter(isOffer);
  const actions = request.signedIn ? [...ways, 'showPlan' as const] : ways;
  const buttons = actions.map((action) => ({
    title: action === 'showPlan' ? vscode.l10n.t('Show Plan') : actionLabel(action),
    action,
  }));
  const chosen = await showWarning(failureText(failure), ...buttons);
  isTold = false;
  if (chosen?.action === 'changeKeyCap') await showDailyCap();
  else if (chosen !== undefined) await vscode.commands.executeCommand(`tidemark.${chosen.action}`);
}

/** Where something else is wrong, the sentence in the answer is enough. */
export function concernsPayer(failure: Failure): boolean {
  const { kind } = failure;
  return refusesPlan(failure) || kind === 'signedOut' || kind === 'keyNeeded' || kind === 'dailyCapReached';
}
