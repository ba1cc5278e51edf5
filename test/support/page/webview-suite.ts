// The browser and the page server of one suite, from before its first test to after its last.
import type { Browser } from 'playwright-core';
import type { HostMessage, PageMessage } from '../../../src/protocol/chat.ts';
import {
  launchHeadlessShell,
  type PageOptions,
  type PageServer,
  showPage,
  type ShownPage,
  startPageServer,
} from './webview-page.ts';

export interface ServedPages {
  /** What the server was asked for, and where it is; there once the suite's first test runs. */
  readonly server: PageServer;
  /** A page of its own, to be disposed of by the test that shows it. The chat page by default. */
  show<Received = HostMessage, Sent extends { readonly kind: string; readonly text?: string } = PageMessage>(
    options?: PageOptions,
  ): Promise<ShownPage<Received, Sent>>;
}

/** Called as the suite is described. */
export function servePages(): ServedPages {
  let browser: Browser;
  let server: PageServer;
  before(async () => {
    browser = await launchHeadlessShell();
    server = await startPageServer();
  });
  after(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });
  return {
    get server() {
      return server;
    },
    show: (options) => showPage(browser, server, options),
  };
}
