// Knows which words and buttons stand where an answer would, for each failure, payer and standing of the person; not how a
// button is drawn or what it runs.
import { l10n } from 'vscode';
import type { Action, Button, Notice } from '../../core/chat/panel-messages.ts';
import type { Payer } from '../../core/chat/providers.ts';
import type { Failure } from '../../core/service/errors.ts';
import { failureText } from '../error-text.ts';

export interface Circumstances {
  /** Who was to pay; null where nobody could be asked. */
  readonly payer: Payer | null;
  readonly hasKey: boolean;
  readonly signedIn: boolean;
}

/** The notice of an answer that failed: what happened, and the one or two things that can be done. */
export function failureNotice(failure: Failure, circumstances: Circumstances): Notice {
  const actions = actionsFor(failure, circumstances);
  return { tone: 'error', text: textFor(failure, circumstances), buttons: buttons(actions) };
}

/** Said above an answer that the API key paid for because the plan had refused. */
export function fallbackNotice(refusal: Failure): Notice {
  const text = l10n.t('Your plan refused this prompt. Your API key paid for the answer. {0}', failureText(refusal));
  return { tone: 'warning', text, buttons: buttons(refusal.kind === 'tokenRefused' ? ['signIn'] : []) };
}

export function buttons(actions: readonly Action[]): Button[] {
  return actions.map((action, index) => ({ action, label: actionLabel(action), primary: index === 0 }));
}

function textFor(failure: Failure, { payer, hasKey, signedIn }: Circumstances): string {
  if (payer === 'apiKey' && (failure.kind === 'tokenRefused' || failure.kind === 'forbidden')) {
    return l10n.t('The API key was refused. Set another one, or check what it is allowed to do.');
  }
  if (payer === 'apiKey' && failure.kind === 'balanceExhausted') {
    return l10n.t('The account of your API key has nothing left to spend.');
  }
  if (payer === null && !signedIn) {
    return hasKey
      ? l10n.t('You are signed out. Sign in, or let your API key pay for this answer.')
      : l10n.t('You are signed out. Sign in, or set an API key.');
  }
  return failureText(failure);
}

function actionsFor(failure: Failure, { payer, hasKey, signedIn }: Circumstances): Action[] {
  const keyInstead: Action[] = payer === 'apiKey' ? [] : hasKey ? ['answerWithKey', 'alwaysUseKey'] : ['setApiKey'];
  switch (failure.kind) {
    case 'tokenRefused':
      if (payer === 'apiKey') return ['setApiKey', 'retry'];
      return hasKey ? [...keyInstead, 'signIn'] : ['signIn', ...keyInstead];
    case 'forbidden':
    case 'firewall':
      if (payer === 'apiKey') return ['setApiKey', 'retry'];
      if (!signedIn) return ['signIn', ...keyInstead];
      return hasKey ? [...keyInstead, 'retry', 'signIn'] : ['signIn', ...keyInstead, 'retry'];
    case 'paymentRequired':
    case 'balanceExhausted':
      return payer === 'apiKey' ? ['setApiKey', 'retry'] : [...keyInstead, 'retry'];
    case 'providerInactive':
    case 'codeExpired':
      return ['signIn', ...keyInstead];
    case 'notFound':
    case 'unexpectedAnswer':
      return ['retry', 'connect', 'showLog'];
    case 'tooLarge':
      return ['newChat'];
    case 'offline':
    case 'hostUnreachable':
    case 'certificate':
    case 'timeout':
    case 'stalled':
    case 'cut':
    case 'rateLimited':
    case 'overloaded':
    case 'requestRefused':
    case 'serviceTrouble':
    case 'loginPage':
      return hasKey && payer === 'plan' ? ['retry', 'answerWithKey'] : ['retry'];
    case 'stopped':
      return ['retry'];
  }
}

function actionLabel(action: Action): string {
  switch (action) {
    case 'signIn':
      return l10n.t('Sign In');
    case 'connect':
      return l10n.t('Connect to a Service…');
    case 'useDemo':
      return l10n.t('Try the Demo');
    case 'setApiKey':
      return l10n.t('Set API Key…');
    case 'retry':
      return l10n.t('Try Again');
    case 'answerWithKey':
      return l10n.t('Answer with API Key');
    case 'alwaysUseKey':
      return l10n.t('Always Use API Key');
    case 'refreshPlan':
      return l10n.t('Refresh');
    case 'newChat':
      return l10n.t('New Chat');
    case 'showLog':
      return l10n.t('Show Log');
  }
}
