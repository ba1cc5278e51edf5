// Knows the chat view: it carries facts to the page while there is one, and the page's requests to whoever fulfils them.
// The conversation lives in chat-session.ts; a page that is hidden costs nothing and is told everything when it returns.
import * as vscode from 'vscode';
import { type Action, type HostMessage, type PageMessage, parsePageMessage, type Standing } from '../../core/chat/panel-messages.ts';
import type { Log } from '../../core/ports.ts';
import { writeFallbackPolicy } from '../settings.ts';
import type { ChatSession } from './chat-session.ts';
import { openCodeAsFile, insertAtCursor, openLink } from './editor-actions.ts';
import { pageDocument } from './page-document.ts';
import { pageStrings } from './page-strings.ts';
import { PanelFeed } from './panel-feed.ts';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  readonly chat: ChatSession;
  readonly standing: () => Standing;
  readonly useDemo: () => Promise<void>;
  readonly log: Log;
}

export class ChatPanel implements vscode.Disposable {
  readonly #parts: PanelParts;
  readonly #subscription: vscode.Disposable;
  #feed: PanelFeed | null = null;
  #draft = '';
  #wantsFocus = false;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#subscription = parts.chat.onTold((message) => this.#feed?.tell(message));
  }

  /** Fills a view that VS Code has just created, the first time or after it was hidden. */
  resolve(view: vscode.WebviewView): void {
    const { extensionUri } = this.#parts;
    const roots = [vscode.Uri.joinPath(extensionUri, 'dist', 'webview'), vscode.Uri.joinPath(extensionUri, 'media')];
    view.webview.options = { enableScripts: true, localResourceRoots: roots };
    const subscriptions = [
      view.webview.onDidReceiveMessage((data: unknown) => void this.#receive(data, view)),
      // VS Code discards a hidden page; when it is shown again, the page says that it is ready anew.
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.#endFeed();
      }),
      view.onDidDispose(() => {
        vscode.Disposable.from(...subscriptions).dispose();
        this.#endFeed();
      }),
    ];
    view.webview.html = pageDocument(view.webview, extensionUri, pageStrings());
  }

  /** Puts the cursor into the composer, now or as soon as the page is there. */
  async focus(): Promise<void> {
    this.#wantsFocus = this.#feed === null;
    await vscode.commands.executeCommand('tidemark.chat.focus');
    this.#feed?.tell({ kind: 'composerFocused' });
  }

  showStanding(): void {
    this.#feed?.tell({ kind: 'standingShown', standing: this.#parts.standing() });
  }

  async #receive(data: unknown, view: vscode.WebviewView): Promise<void> {
    const message = parsePageMessage(data);
    if (message === null) {
      this.#parts.log.warn('The chat page sent something that is not a message.');
      return;
    }
    if (message.kind === 'ready') this.#begin(view);
    else await this.#fulfil(message);
  }

  #begin(view: vscode.WebviewView): void {
    this.#endFeed();
    const feed = new PanelFeed((message: HostMessage) => void view.webview.postMessage(message));
    this.#feed = feed;
    feed.tell(this.#parts.chat.shown(this.#draft));
    this.showStanding();
    if (this.#wantsFocus) feed.tell({ kind: 'composerFocused' });
    this.#wantsFocus = false;
  }

  async #fulfil(message: Exclude<PageMessage, { kind: 'ready' }>): Promise<void> {
    const { chat, log } = this.#parts;
    switch (message.kind) {
      case 'sendPrompt':
        this.#draft = '';
        return chat.send(message.text);
      case 'stopAnswer':
        chat.stop();
        return;
      case 'pressButton':
        return this.#press(message.action, message.turnId);
      case 'openLink':
        return openLink(message.href);
      case 'copyText':
        return vscode.env.clipboard.writeText(message.text);
      case 'insertText':
        return insertAtCursor(message.text);
      case 'openText':
        return openCodeAsFile(message.text, message.language);
      case 'saveDraft':
        this.#draft = message.text;
        return;
      case 'reportFault':
        log.warn(`The chat page reports: ${message.text.slice(0, 500)}`);
        return;
    }
  }

  async #press(action: Action, turnId: string | null): Promise<void> {
    const { chat } = this.#parts;
    switch (action) {
      case 'retry':
        return turnId === null ? undefined : chat.retry(turnId, 'again');
      case 'answerWithKey':
        return turnId === null ? undefined : chat.retry(turnId, 'withKey');
      case 'alwaysUseKey':
        await writeFallbackPolicy('always');
        return turnId === null ? undefined : chat.retry(turnId, 'withKey');
      case 'useDemo':
        return this.#parts.useDemo();
      case 'signIn':
      case 'connect':
      case 'setApiKey':
      case 'refreshPlan':
      case 'newChat':
      case 'showLog':
        await vscode.commands.executeCommand(`tidemark.${action}`);
    }
  }

  #endFeed(): void {
    this.#feed?.dispose();
    this.#feed = null;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#endFeed();
  }
}
