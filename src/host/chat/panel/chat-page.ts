// One webview that shows the chat, wherever it stands: messages reach its page while there is one. What is said and
// asked for, its owner decides.
import type * as vscode from 'vscode';
import { type HostMessage, type PageMessage, parsePageMessage } from '../../../protocol/chat.ts';
import { type Log, systemClock } from '../../../core/ports.ts';
import { type PageKind, WebviewPage } from '../../page/webview-page.ts';
import { pageStrings } from './strings/page-strings.ts';
import { DeltaBatcher } from './delta-batcher.ts';

const kind: PageKind<PageMessage> = { name: 'chat', strings: pageStrings, parse: parsePageMessage };

export class ChatPage implements vscode.Disposable {
  readonly #page: WebviewPage<PageMessage, HostMessage>;
  #feed: DeltaBatcher | null = null;
  #awaited: HostMessage | null = null;

  constructor(
    webview: vscode.Webview,
    extensionUri: vscode.Uri,
    onRequest: (request: PageMessage, page: ChatPage) => void,
    log: Log,
  ) {
    const take = (request: PageMessage): void => onRequest(request, this);
    this.#page = new WebviewPage(webview, extensionUri, kind, take, systemClock, log);
  }

  /** The person is to see the page now. */
  expect(): void {
    this.#page.expect();
  }

  get isThere(): boolean {
    return this.#page.isThere;
  }

  /** The page has loaded, the first time or after it was hidden, and needs all of this. */
  begin(messages: readonly HostMessage[]): void {
    this.leave();
    this.#page.arrive();
    this.#feed = new DeltaBatcher((message) => this.#page.tell(message), systemClock);
    for (const message of messages) this.tell(message);
    if (this.#awaited !== null) this.tell(this.#awaited);
    this.#awaited = null;
  }

  /** Reaches the page if there is one: one that comes later gets everything anyway. */
  tell(message: HostMessage): void {
    this.#feed?.tell(message);
  }

  /** Reaches the page now, or as soon as it is there; of several that wait, the last one counts. */
  tellSoon(message: HostMessage): void {
    if (this.#feed === null) this.#awaited = message;
    else this.#feed.tell(message);
  }

  /** From now on there is no page, until one says that it is ready. */
  leave(): void {
    this.#page.leave();
    this.#feed?.dispose();
    this.#feed = null;
  }

  dispose(): void {
    this.leave();
    this.#page.dispose();
  }
}
