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
import { paragraph, listText } from '../words/list-text.ts';

/** A modal, since agents send dozens of requests and a notification's buttons leave after ten seconds. */
export async function askAboutKey(refusal: Failure): Promise<KeyAnswer> {
  const { l10n } = vscode;
  const once = l10n.t('This Request');
  const longer = l10n.t('Next 30 Minutes');
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

interface Way {
  readonly title: string;
  readonly action: Offer | 'showPlan';
}

function waysOn(failure: Failure, request: FailedRequest): Way[] {
  const ways = actionsFor(failure, request)
    .filter(isOffer)
    .map((action): Way => ({ title: actionLabel(action), action }));
  return request.signedIn ? [...ways, { title: vscode.l10n.t('Show Plan'), action: 'showPlan' }] : ways;
}

const told = new Set<Failure['kind']>();

/** One of a kind at a time: agents that try again would fill the window with the same sentence. */
export async function tellOfFailure(failure: Failure, request: FailedRequest): Promise<void> {
  if (told.has(failure.kind) || !concernsPayer(failure)) return;
  told.add(failure.kind);
  const chosen = await showWarning(failureText(failure), ...waysOn(failure, request));
  told.delete(failure.kind);
  if (chosen?.action === 'changeKeyCap') await showDailyCap();
  else if (chosen !== undefined) await vscode.commands.executeCommand(`tidemark.${chosen.action}`);
}

/** What stands in the place of an answer, where there are no buttons: what happened, and what to do. */
export function failureInAnswer(failure: Failure, request: FailedRequest): string {
  const step = stepIn(failure, request);
  return step === null ? failureText(failure) : paragraph([failureText(failure), step]);
}

/** Null where the failure's own sentence says it. */
function stepIn(failure: Failure, request: FailedRequest): string | null {
  const { l10n } = vscode;
  switch (failure.kind) {
    case 'firewall':
    case 'forbidden':
    case 'paymentRequired':
    case 'balanceExhausted':
    case 'noPlan':
    case 'keyNeeded':
    case 'dailyCapReached': {
      const ways = waysOn(failure, request).map(({ title }) => title);
      return ways.length === 0
        ? null
        : l10n.t('A notification of Tidemark offers what you can do: {0}.', listText(ways));
    }
    case 'requestRefused':
      return l10n.t('Ask in a new chat, or pick another model.');
    case 'stalled':
    case 'cut':
      return l10n.t('Ask again.');
    default:
      return null;
  }
}

/** Where something else is wrong, the sentence in the answer is enough. */
export function concernsPayer(failure: Failure): boolean {
  const { kind } = failure;
  return refusesPlan(failure) || kind === 'signedOut' || kind === 'keyNeeded' || kind === 'dailyCapReached';
}
