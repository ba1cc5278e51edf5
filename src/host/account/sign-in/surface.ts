import * as vscode from 'vscode';
import { listensHere, type Surroundings } from '../../../core/account/callback-channels.ts';
import type { SignInSurface } from '../../../core/account/sign-in-surface.ts';
import { linkPath } from '../../../core/service/profile/redirect-shapes.ts';
import type { Reception } from '../../../core/account/sign-in-stage.ts';
import { listenOnLoopback, type LoopbackVerdict } from '../../../node/loopback/loopback.ts';
import { readBrowserOnThisMachine } from '../../settings.ts';
import { isForwardedAlike, linkAddress, openInBrowser } from '../../link-address.ts';
import { loopbackPages } from './result-pages.ts';

export function createSurface(extension: vscode.Extension<unknown>): SignInSurface {
  const surroundings: Surroundings = {
    window: vscode.env.uiKind === vscode.UIKind.Desktop ? 'desktop' : 'web',
    // `remoteName` alone does not tell: an extension may run beside the window although the folder is remote
    // (docs/decisions.md#19).
    isLocal: extension.extensionKind === vscode.ExtensionKind.UI,
    browserIsHere: readBrowserOnThisMachine(),
  };
  return {
    surroundings,
    linkRedirect: (shape) => linkAddress(linkPath(shape)),
    async listen(onQuery, port) {
      const listener = await listenOnLoopback(loopbackPages(), (query) => verdictOf(onQuery(query)), port);
      if (listensHere(surroundings) || (await isForwardedAlike(listener.redirectUri))) return listener;
      listener.close();
      throw new Error('The port has no like on the machine of the browser.');
    },
    openBrowser: openInBrowser,
  };
}

function verdictOf(reception: Reception): LoopbackVerdict {
  return reception === 'accepted' || reception === 'denied' ? reception : 'rejected';
}
