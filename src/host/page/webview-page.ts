// What all pages have in common: the document that carries one is loaded, and again where it does not come; what it
// says is parsed; and while it is not there, nothing is sent to it.
import type * as vscode from 'vscode';
import type { Clock, Log } from '../../core/ports.ts';
import { LoadWatch } from './load-watch.ts';
import { pageDocument, type PageName, pageOptions } from './page-document.ts';

export interface PageKind<Request> {
  readonly name: PageName;
  /** The page's own words, localised. */
  readonly strings: () => Readonly<Record<string, string>>;
  /** Null for what is no request of this page. */
  readonly parse: (data: unknown) => Request | null;
}

/** @typeParam Message what is sent to the page. */
export class WebviewPage<Request, Message> implements vscode.Disposable {
  readonly #webview: vscode.Webview;
  readonly #subscription: vscode.Disposable;
  readonly #watch: LoadWatch;
  #isThere = false;

  constructor(
    webview: vscode.Webview,
    extensionUri: vscode.Uri,
    { name, strings, parse }: PageKind<Request>,
    onRequest: (request: Request) => void,
    clock: Clock,
    log: Log,
  ) {
    this.#webview = webview;
    webview.options = pageOptions(extensionUri);
    this.#subscription = webview.onDidReceiveMessage((data: unknown) => {
      const request = parse(data);
      if (request === null) log.warn(`The ${name} page sent something that is not a message.`);
      else onRequest(request);
    });
    const load = (): void => {
      webview.html = pageDocument(webview, extensionUri, name, strings());
    };
    this.#watch = new LoadWatch(clock, () => {
      log.warn(`The ${name} page did not come and is loaded again.`);
      load();
    });
    load();
  }

  get isThere(): boolean {
    return this.#isThere;
  }

  /** The person is to see the page now. */
  expect(): void {
    if (!this.#isThere) this.#watch.expect();
  }

  /** The page says that it is ready, the first time or after it was hidden. */
  arrive(): void {
    this.#watch.stop();
    this.#isThere = true;
  }

  /** VS Code discards a hidden page: from now on there is none, until one says that it is ready. */
  leave(): void {
    this.#watch.stop();
    this.#isThere = false;
  }

  /** Reaches the page if there is one. */
  tell(message: Message): void {
    if (this.#isThere) void this.#webview.postMessage(message);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.leave();
  }
}
