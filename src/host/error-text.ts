// Knows the sentence that a person reads for each failure: what happened and what to do; not where it is shown nor which
// buttons stand beside it.
import * as vscode from 'vscode';
import type { Failure, UnexpectedAnswer } from '../core/service/errors.ts';
import { spendingText } from './spending-text.ts';
import { clockTime } from './time-text.ts';

const { l10n } = vscode;

/** One or two whole sentences, without any word of the service in them. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return l10n.t('This machine is offline. Check the network and try again.');
    case 'hostUnreachable':
      return l10n.t('The host {0} cannot be reached. Check the address, the network and any proxy, then try again.', failure.host);
    case 'blockedPort':
      return l10n.t('Nothing was sent: the port of {0} is kept for other uses, and no web request may go to it. Set an address with another port.', failure.host);
    case 'proxyAuthentication':
      return l10n.t('A proxy on the way to the service asks for a sign-in of its own (407). Set it up in the proxy settings of VS Code or of this machine, then try again.');
    case 'certificate':
      return l10n.t('The certificate of {0} is not trusted ({1}). A company proxy may need its certificate installed.', failure.host, failure.code);
    case 'timeout':
      return l10n.t('The service did not answer within {0} seconds. Try again.', failure.seconds);
    case 'stalled':
      return l10n.t('The answer fell silent for {0} seconds, so it was ended. What arrived is kept.', failure.seconds);
    case 'tooSlow':
      return l10n.t('The answer was still not whole after {0} seconds, so it was ended. Try again.', failure.seconds);
    case 'cut':
      return l10n.t('The connection ended before the answer was whole. What arrived is kept.');
    case 'firewall':
      return l10n.t('A firewall in front of the service refused the request (401 without a reason). Your sign-in may still be good.');
    case 'tokenRefused':
      return l10n.t('Your sign-in has expired or is not valid any more. Sign in again.');
    case 'forbidden':
      return l10n.t('Your plan does not allow this request (403).');
    case 'paymentRequired':
      return l10n.t('The service asks for a payment before it answers (402).');
    case 'balanceExhausted':
      return l10n.t('Your plan has nothing left to spend on this request.');
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
      return l10n.t('The service does not know this address or model (404). Check the service profile and the chosen model.');
    case 'tooLarge':
      return l10n.t('The conversation is too large for the service. Start a new chat or shorten the prompt.');
    case 'requestRefused':
      return l10n.t('The service refused the request as wrong ({0}).', failure.code ?? failure.status);
    case 'serviceTrouble':
      if (failure.status === 408) return l10n.t('The service gave up waiting for the request (408). Try again.');
      if (failure.status === 200) return l10n.t('The service broke off with an error of its own. Try again in a minute.');
      return failure.retryAt === null
        ? l10n.t('The service has trouble of its own ({0}). Try again in a minute.', failure.status)
        : l10n.t('The service has trouble of its own ({0}). Try again after {1}.', failure.status, clockTime(failure.retryAt));
    case 'unexpectedAnswer':
      return l10n.t('The service answered in a way that Tidemark does not understand ({0}). Check the addresses in the service profile.', oddity(failure.what));
    case 'loginPage':
      return l10n.t('A page of your network answered in place of {0}. Open a browser, sign in to the network, then try again.', failure.host);
    case 'signedOut':
      return l10n.t('You are signed out. Sign in, or set an API key.');
    case 'keyNeeded':
      return l10n.t('This answer needs an API key: none is set, and no plan can answer with the account you are signed in with.');
    case 'dailyCapReached':
      return l10n.t('Nothing was sent, because your API key has reached the cap that you set for a day. {0}', spendingText(failure.spent, failure.cap));
    case 'stopped':
      return l10n.t('Stopped.');
  }
}

function oddity(what: UnexpectedAnswer): string {
  switch (what) {
    case 'redirect':
      return l10n.t('it points elsewhere');
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
