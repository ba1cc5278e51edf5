// Knows which words and buttons stand where an answer would, for each failure, payer and standing of the person; not how a
// button is drawn or what it runs.
import { l10n } from 'vscode';
import type { Action, Button, Notice } from '../../core/chat/panel-messages.ts';
import type { Payer } from '../../core/chat/providers.ts';
import type { StopReason } from '../../core/chat/stream-event.ts';
import type { Failure } from '../../core/service/errors.ts';
import { failureText } from '../error-text.ts';

export interface Circumstances {
  /** Who was to pay; null where nobody could be asked. */
  readonly payer: Payer | null;
  readonly hasKey: boolean;
  readonly signedIn: boolean;
  /** Whether the answer holds text to go on from. */
  readonly canContinue: boolean;
}

/** The notice of an answer that failed: what happened, and the one or two things that can be done. */
export function failureNotice(failure: Failure, circumstances: Circumstances): Notice {
  if (wantedSignIn(failure, circumstances) && circumstances.signedIn) return waitingPrompt();
  const ways = actionsFor(failure, circumstances);
  // Trying again begins anew, so where something arrived, going on with it comes first.
  const actions: Action[] = circumstances.canContinue && ways.includes('retry') ? ['continueAnswer', ...ways] : ways;
  return { tone: 'error', text: textFor(failure, circumstances), buttons: buttons(actions) };
}

function wantedSignIn({ kind }: Failure, { payer }: Circumstances): boolean {
  return kind === 'signedOut' || (kind === 'tokenRefused' && payer !== 'apiKey');
}

/** Said where a prompt was refused for want of a sign-in, once there is one: nothing is sent without the person's word. */
function waitingPrompt(): Notice {
  const text = l10n.t('You are signed in now. This prompt was kept and has not been answered.');
  return { tone: 'info', text, buttons: [{ action: 'retry', label: l10n.t('Send It Now'), primary: true }] };
}

/**
 * What is said where an answer ended by itself and a person would look at nothing, or at less than was asked for; null where
 * the answer speaks for itself. `hasText` and `hasThinking` say what of it there is.
 */
export function endingNotice(stopReason: StopReason | null, hasText: boolean, hasThinking: boolean): Notice | null {
  switch (stopReason) {
    case 'refusal': {
      const text = hasText
        ? l10n.t('The model broke off and declines to go on. What arrived is kept. Put the prompt in other words, or start a new chat.')
        : l10n.t('The model declined to answer. Your prompt is kept: put it in other words, or start a new chat.');
      return ending(text, ['retry', 'newChat']);
    }
    case 'model_context_window_exceeded': {
      const text = hasText
        ? l10n.t('The conversation is longer than the model can read, so the answer ended here. What arrived is kept. Start a new chat.')
        : l10n.t('The conversation is longer than the model can read, so there is no answer. Start a new chat.');
      return ending(text, ['newChat', 'retry']);
    }
    case 'max_tokens':
      return null;
    case 'tool_use':
    case 'pause_turn':
      return hasText ? null : ending(l10n.t('The model wanted to use a tool before it answered, and there is none here. Try again, or ask for an answer without tools.'), ['retry']);
    case 'end_turn':
    case 'stop_sequence':
    case null:
      if (hasText) return null;
      return ending(hasThinking ? l10n.t('The model has thought, and ended without an answer. Try again.') : l10n.t('The service sent an answer without a word in it. Try again.'), ['retry']);
  }
}

function ending(text: string, actions: readonly Action[]): Notice {
  return { tone: 'warning', text, buttons: buttons(actions) };
}

/** Said above an answer that the API key paid for because the plan had refused; `spending` says what the key has spent. */
export function fallbackNotice(refusal: Failure, spending: string): Notice {
  const text = l10n.t('Your plan refused this prompt. Your API key paid for the answer. {0} {1}', failureText(refusal), spending);
  return { tone: 'warning', text, buttons: buttons(refusal.kind === 'tokenRefused' ? ['signIn'] : []) };
}

export function buttons(actions: readonly Action[]): Button[] {
  return actions.map((action, index) => ({ action, label: actionLabel(action), primary: index === 0 }));
}

function textFor(failure: Failure, { payer, hasKey }: Circumstances): string {
  if (payer === 'apiKey' && (failure.kind === 'tokenRefused' || failure.kind === 'forbidden')) {
    return l10n.t('The API key was refused. Set another one, or check what it is allowed to do.');
  }
  if (payer === 'apiKey' && failure.kind === 'balanceExhausted') {
    return l10n.t('The account of your API key has nothing left to spend.');
  }
  if (hasKey && failure.kind === 'signedOut') return l10n.t('You are signed out. Sign in, or let your API key pay for this answer.');
  if (hasKey && failure.kind === 'keyNeeded') {
    return l10n.t('No plan can answer with the account you are signed in with. Your API key can pay for this answer.');
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
    case 'signedOut':
      return ['signIn', ...keyInstead];
    case 'keyNeeded':
      return [...keyInstead, 'signIn', 'retry'];
    case 'dailyCapReached':
      // Paying beyond the cap is a choice for this answer alone; whoever signs in needs the key no more.
      return [...keyInstead.slice(0, 1), 'changeKeyCap', signedIn ? 'retry' : 'signIn'];
    case 'notFound':
    case 'blockedPort':
    case 'unexpectedAnswer':
      return ['retry', 'connect', 'showLog'];
    case 'tooLarge':
      return ['newChat'];
    case 'offline':
    case 'hostUnreachable':
    case 'proxyAuthentication':
    case 'certificate':
    case 'timeout':
    case 'stalled':
    case 'tooSlow':
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
    case 'continueAnswer':
      return l10n.t('Continue');
    case 'answerWithKey':
      return l10n.t('Answer with API Key');
    case 'alwaysUseKey':
      return l10n.t('Always Use API Key');
    case 'changeKeyCap':
      return l10n.t('Change Daily Cap…');
    case 'refreshPlan':
      return l10n.t('Refresh');
    case 'newChat':
      return l10n.t('New Chat');
    case 'showLog':
      return l10n.t('Show Log');
    case 'getStarted':
      return l10n.t('Show Me How');
    case 'diagnose':
      return l10n.t('Diagnose…');
  }
}
