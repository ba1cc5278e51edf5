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
import type { LanguageModelPorts } from './language-model-ports.ts';

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

/** What an extension, or VS Code, has asked for. */
export interface CallerRequest extends FailedRequest {
  /** An account that is not in use and is known to have something left; null for none. */
  readonly elsewhere: ReturnType<LanguageModelPorts['elsewhere']>;
}

interface Way {
  readonly title: string;
  readonly action: Offer | 'showPlan' | 'switchAccount';
}

/** Another account before the key, which costs money, as in the panel. */
function waysOn(failure: Failure, request: CallerRequest): Way[] {
  const { payer, signedIn, elsewhere } = request;
  const isForOther = failure.kind === 'balanceExhausted' && payer !== 'apiKey' && signedIn && elsewhere !== null;
  const { l10n } = vscode;
  return [
    ...(isForOther ? [{ title: l10n.t('Switch to {0}', elsewhere.name), action: 'switchAccount' as const }] : []),
    ...actionsFor(failure, request)
      .filter(isOffer)
      .map((action): Way => ({ title: actionLabel(action), action })),
    ...(signedIn ? [{ title: l10n.t('Show Plan'), action: 'showPlan' as const }] : []),
  ];
}

const told = new Set<Failure['kind']>();

/** One of a kind at a time: agents that try again would fill the window with the same sentence. */
export async function tellOfFailure(failure: Failure, request: CallerRequest): Promise<void> {
  if (told.has(failure.kind) || !concernsPayer(failure)) return;
  told.add(failure.kind);
  const chosen = await showWarning(failureText(failure), ...waysOn(failure, request));
  told.delete(failure.kind);
  if (chosen === undefined) return;
  if (chosen.action === 'changeKeyCap') await showDailyCap();
  else await vscode.commands.executeCommand(`tidemark.${chosen.action}`, ...accountFor(chosen, request));
}

function accountFor({ action }: Way, { elsewhere }: CallerRequest): string[] {
  return action === 'switchAccount' && elsewhere !== null ? [elsewhere.account] : [];
}

/** What stands in the place of an answer, where there are no buttons: what happened, and what to do. */
export function failureInAnswer(failure: Failure, request: CallerRequest): string {
  const step = stepIn(failure, request);
  return step === null ? failureText(failure) : paragraph([failureText(failure), step]);
}

/** Null where the failure's own sentence says it. */
function stepIn(failure: Failure, request: CallerRequest): string | null {
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
