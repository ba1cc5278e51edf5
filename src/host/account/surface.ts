// Knows how VS Code and Node give a sign-in what it needs: redirect URIs, a listener, a browser; not what it does with them.
import * as vscode from 'vscode';
import type { SignInSurface } from '../../core/account/sign-in-surface.ts';
import type { Reception } from '../../core/account/sign-in-stage.ts';
import { listenOnLoopback, type LoopbackVerdict } from '../../node/loopback.ts';
import { readBrowserOnThisMachine } from '../settings.ts';
import { linkAddress, openInBrowser } from '../link-address.ts';
import { loopbackPages } from './result-pages.ts';

export function createSurface(extension: vscode.Extension<unknown>): SignInSurface {
  return {
    surroundings: {
      window: vscode.env.uiKind === vscode.UIKind.Desktop ? 'desktop' : 'web',
      // `remoteName` alone does not tell: an extension may run beside the window although the folder is remote (decisions 19).
      isLocal: extension.extensionKind === vscode.ExtensionKind.UI,
      browserIsHere: readBrowserOnThisMachine(),
    },
    linkRedirect: (shape) => linkAddress(`/${shape}/callback`),
    listen: (onQuery, port) => listenOnLoopback(loopbackPages(), (query) => verdictOf(onQuery(query)), port),
    openBrowser: openInBrowser,
  };
}

function verdictOf(reception: Reception): LoopbackVerdict {
  return reception === 'accepted' || reception === 'denied' ? reception : 'rejected';
}
