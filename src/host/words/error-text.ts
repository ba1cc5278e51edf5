// The sentence for each failure: what happened and what to do.
import * as vscode from 'vscode';
import type { Failure, UnexpectedAnswer } from '../../core/service/failure/errors.ts';
import { connectionFailureText } from './connection-text.ts';
import { spendingText } from './spending-text.ts';
import { clockTime } from './time-text.ts';

const { l10n } = vscode;

/** One or two whole sentences, without any word of the service in them. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'firewall':
      return l10n.t(
        'A firewall in front of the service refused the request (401 without a reason). Your sign-in may still be good.',
      );
    case 'tokenRefused':
      return l10n.t('Your sign-in has expired or is not valid any more. Sign in again.');
    case 'forbidden':
      return l10n.t('Your plan does not allow this request (403).');
    case 'paymentRequired':
      return l10n.t('The service asks for a payment before it answers (402).');
    case 'balanceExhausted':
      return l10n.t('Your plan is used up.');
    case 'noPlan':
      return l10n.t('This account has no plan.');
    case 'rateLimited':
      return failure.retryAt === null
        ? l10n.t('Too many requests in a short time. Wait a moment, then try again.')
        : l10n.t('Too many requests in a short time. Try again after {0}.', clockTime(failure.retryAt));
    case 'overloaded':
      return failure.retryAt === null
        ? l10n.t('The service is overloaded. Try again in a minute.')
        : l10n.t('The service is overloaded. Try again after {0}.', clockTime(failure.retryAt));
    case 'codeExpired':
      return l10n.t('The sign-in took too long and its code has expired. Sign in again.');
    case 'providerInactive':
      return l10n.t('This kind of account is not active at the service. Sign in with another one, or ask the service.');
    case 'notFound':
      return l10n.t(
        'The service does not know this address or model (404). Check the service profile and the chosen model.',
      );
    case 'tooLarge':
      return l10n.t('The conversation is too large for the service. Start a new chat or shorten the prompt.');
    case 'requestRefused':
      return l10n.t('The service rejected the request as invalid ({0}).', failure.code ?? failure.status);
    case 'serviceTrouble':
      if (failure.status === 408) return l10n.t('The service gave up waiting for the request (408). Try again.');
      if (failure.status === 200) return l10n.t('The service stopped with an error of its own. Try again in a minute.');
      return failure.retryAt === null
        ? l10n.t('The service has a problem of its own ({0}). Try again in a minute.', failure.status)
        : l10n.t(
            'The service has a problem of its own ({0}). Try again after {1}.',
            failure.status,
            clockTime(failure.retryAt),
          );
    case 'unexpectedAnswer':
      return l10n.t(
        'The service answered in a way that Tidemark does not understand ({0}). Check the addresses in the service profile.',
        oddity(failure.what),
      );
    case 'signedOut':
      return l10n.t('You are signed out. Sign in, or set an API key.');
    case 'keyNeeded':
      return l10n.t(
        'This answer needs an API key: none is set, and the account you are signed in with has no plan that can answer.',
      );
    case 'dailyCapReached':
      return l10n.t(
        'Nothing was sent, because your API key has reached the daily cap that you set. {0}',
        spendingText(failure.spent, failure.cap),
      );
    case 'stopped':
      return l10n.t('Stopped.');
    default:
      return connectionFailureText(failure);
  }
}

function oddity(what: UnexpectedAnswer): string {
  switch (what) {
    case 'redirect':
      return l10n.t('it redirects elsewhere');
    case 'contentType':
      return l10n.t('another kind of document');
    case 'invalidJson':
      return l10n.t('broken JSON');
    case 'schema':
      return l10n.t('missing fields');
    case 'tooBig':
      return l10n.t('far too large');
    case 'otherProtocol':
      return l10n.t('it does not speak HTTP');
    case 'empty':
      return l10n.t('nothing in it');
  }
}
