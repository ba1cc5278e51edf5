// What can be done where an answer failed, the most helpful first, and what each of that is called.
import { l10n } from 'vscode';
import type { Payer } from '../../core/chat/providers/fallback-chain.ts';
import { type Failure, isUnreachable } from '../../core/service/failure/errors.ts';
import type { Action } from '../../protocol/chat.ts';

/** In which circumstances it failed. */
export interface FailedRequest {
  /** Who was to pay; null where nobody could be asked. */
  readonly payer: Payer | null;
  readonly hasKey: boolean;
  readonly signedIn: boolean;
}

export function actionsFor(failure: Failure, { payer, hasKey, signedIn }: FailedRequest): Action[] {
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
    case 'noPlan':
      return [...keyInstead, 'signIn', 'retry'];
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
      return [
        'retry',
        ...(hasKey && payer === 'plan' ? (['answerWithKey'] as const) : []),
        ...(isUnreachable(failure) ? (['diagnose'] as const) : []),
      ];
    case 'stopped':
      return ['retry'];
  }
}

export function actionLabel(action: Action): string {
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
    case 'switchAccount':
      return l10n.t('Switch Account');
    case 'sendAtReset':
      return l10n.t('Send When It Resets');
    case 'dontSendAtReset':
      return l10n.t("Don't Send");
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
