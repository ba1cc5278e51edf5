// Knows one webview that shows the chat, wherever it stands: what is told reaches its page while there is one, and what the
// page says is parsed. What is told and what is done, its owner decides.
import type * as vscode from 'vscode';
import { type HostMessage, type PageMessage, parsePageMessage } from '../../core/chat/panel-messages.ts';
import { type Log, systemClock } from '../../core/ports.ts';
import { pageDocument, pageOptions } from '../page-document.ts';
import { pageStrings } from './page-strings.ts';
import { PanelFeed } from './panel-feed.ts';

export type PageRequest = Exclude<PageMessage, { kind: 'ready' | 'reportFault' }>;

export interface PageParts {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
  /** The page has loaded, the first time or after it was hidden, and knows nothing. */
  readonly onReady: () => void;
  readonly onRequest: (request: PageRequest) => void;
  readonly log: Log;
}

export class ChatPage implements vscode.Disposable {
  readonly #parts: PageParts;
  readonly #subscription: vscode.Disposable;
  #feed: PanelFeed | null = null;
  #awaited: HostMessage | null = null;

  constructor(parts: PageParts) {
    this.#parts = parts;
    const { webview, extensionUri } = parts;
    webview.options = pageOptions(extensionUri);
    this.#subscription = webview.onDidReceiveMessage((data: unknown) => this.#receive(data));
    webview.html = pageDocument(webview, extensionUri, 'chat', pageStrings());
  }

  get isThere(): boolean {
    return this.#feed !== null;
  }

  /** Reaches the page if there is one: one that comes later is told everything anyway. */
  tell(message: HostMessage): void {
    this.#feed?.tell(message);
  }

  /** Reaches the page now, or as soon as it is there; of several that wait, the last one counts. */
  tellSoon(message: HostMessage): void {
    if (this.#feed === null) this.#awaited = message;
    else this.#feed.tell(message);
  }

  /** VS Code discards a hidden page: from now on there is none, until one says that it is ready. */
  rest(): void {
    this.#feed?.dispose();
    this.#feed = null;
  }

  #receive(data: unknown): void {
    const { log, onReady, onRequest } = this.#parts;
    const message = parsePageMessage(data);
    if (message === null) {
      log.warn('The chat page sent something that is not a message.');
      return;
    }
    switch (message.kind) {
      case 'reportFault':
        log.warn(`The chat page reports: ${message.text.slice(0, 500)}`);
        return;
      case 'ready':
        this.#begin();
        onReady();
        this.#tellAwaited();
        return;
      default:
        onRequest(message);
    }
  }

  #begin(): void {
    this.rest();
    this.#feed = new PanelFeed((message) => void this.#parts.webview.postMessage(message), systemClock);
  }

  #tellAwaited(): void {
    if (this.#awaited !== null) this.tell(this.#awaited);
    this.#awaited = null;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.rest();
  }
}
