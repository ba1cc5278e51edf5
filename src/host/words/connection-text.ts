// The sentence for each failure between here and the service, with no word of the service in it.
import * as vscode from 'vscode';
import type { ConnectionFailure } from '../../core/service/failure/errors.ts';

const { l10n } = vscode;

export function connectionFailureText(failure: ConnectionFailure): string {
  switch (failure.kind) {
    case 'offline':
      return l10n.t('This machine is offline. Check the network and try again.');
    case 'hostUnreachable':
      return l10n.t(
        'The host {0} cannot be reached. Check the address, the network and any proxy, then try again.',
        failure.host,
      );
    case 'blockedPort':
      return l10n.t(
        'Nothing was sent: the port of {0} is kept for other uses, and no web request may go to it. Set an address with another port.',
        failure.host,
      );
    case 'proxyAuthentication':
      return l10n.t(
        'A proxy on the way to the service asks for a sign-in of its own (407). Set it up in the proxy settings of VS Code or of this machine, then try again.',
      );
    case 'certificate':
      return l10n.t(
        'The certificate of {0} is not trusted ({1}). A company proxy may need its certificate installed.',
        failure.host,
        failure.code,
      );
    case 'timeout':
      return l10n.t('The service did not answer within {0} seconds. Try again.', failure.seconds);
    case 'stalled':
      return l10n.t(
        'Nothing more of the answer came for {0} seconds, so it was ended. What arrived is kept.',
        failure.seconds,
      );
    case 'tooSlow':
      return l10n.t('The answer was still not whole after {0} seconds, so it was ended. Try again.', failure.seconds);
    case 'cut':
      return l10n.t('The connection ended before the answer was whole. What arrived is kept.');
    case 'loginPage':
      return l10n.t(
        'A page of your network answered in place of {0}. Open a browser, sign in to the network, then try again.',
        failure.host,
      );
  }
}
