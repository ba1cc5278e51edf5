// Knows the chat view: it carries facts to the page while there is one, and the page's requests to whoever fulfils them.
// The conversation lives in chat-session.ts; a page that is hidden costs nothing and is told everything when it returns.
import * as vscode from 'vscode';
import { type Action, type HostMessage, type PageMessage, parsePageMessage, type Standing } from '../../core/chat/panel-messages.ts';
import { type Log, systemClock } from '../../core/ports.ts';
import { pageDocument, pageOptions } from '../page-document.ts';
import { writeFallbackPolicy } from '../settings.ts';
import { showDailyCap } from '../show-daily-cap.ts';
import type { ChatSession } from './chat-session.ts';
import type { ComposerDesk } from './composer-desk.ts';
import { removeTurn } from './conversation-actions.ts';
import { openCodeAsFile, insertAtCursor, openLink } from './editor-actions.ts';
import { pageStrings } from './page-strings.ts';
import { PanelFeed } from './panel-feed.ts';
import { proposeChange } from './proposed-change.ts';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  readonly chat: ChatSession;
  readonly desk: ComposerDesk;
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
  #view: vscode.WebviewView | null = null;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    const tell = (message: HostMessage): void => this.#feed?.tell(message);
    this.#subscription = vscode.Disposable.from(parts.chat.onTold(tell), parts.desk.onTold(tell), parts.chat.onSwitched(() => this.#showTitle()));
  }

  /** Fills a view that VS Code has just created, the first time or after it was hidden. */
  resolve(view: vscode.WebviewView): void {
    const { extensionUri } = this.#parts;
    view.webview.options = pageOptions(extensionUri);
    const subscriptions = [
      view.webview.onDidReceiveMessage((data: unknown) => void this.#receive(data, view)),
      // VS Code discards a hidden page; when it is shown again, the page says that it is ready anew.
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.#endFeed();
      }),
      view.onDidDispose(() => {
        vscode.Disposable.from(...subscriptions).dispose();
        this.#endFeed();
        this.#view = null;
      }),
    ];
    this.#view = view;
    this.#showTitle();
    view.webview.html = pageDocument(view.webview, extensionUri, 'chat', pageStrings());
  }

  /** Puts the cursor into the composer, now or as soon as the page is there. */
  async focus(): Promise<void> {
    this.#wantsFocus = this.#feed === null;
    await vscode.commands.executeCommand('tidemark.chat.focus');
    this.#feed?.tell({ kind: 'composerFocused' });
  }

  showStanding(): void {
    this.#feed?.tell({ kind: 'standingShown', standing: this.#parts.standing() });
    this.#feed?.tell(this.#parts.desk.shown());
  }

  #showTitle(): void {
    if (this.#view !== null) this.#view.description = this.#parts.chat.tree.title;
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
    const feed = new PanelFeed((message: HostMessage) => void view.webview.postMessage(message), systemClock);
    this.#feed = feed;
    feed.tell(this.#parts.chat.shown(this.#draft));
    this.showStanding();
    if (this.#wantsFocus) feed.tell({ kind: 'composerFocused' });
    this.#wantsFocus = false;
  }

  async #fulfil(message: Exclude<PageMessage, { kind: 'ready' }>): Promise<void> {
    const { chat, desk, log } = this.#parts;
    switch (message.kind) {
      case 'sendPrompt':
        this.#draft = '';
        return desk.send(message.text);
      case 'stopAnswer':
        chat.stop();
        return;
      case 'showOlderTurns':
        chat.showOlder(message.before);
        return;
      case 'editPrompt':
        return chat.edit(message.turnId, message.text);
      case 'askAnew':
        return tellBusy(chat) ? undefined : chat.retry(message.turnId, 'again');
      case 'showBranch':
        if (!tellBusy(chat)) chat.showBranchBeside(message.turnId, message.step);
        return;
      case 'removeTurn':
        return removeTurn(chat, message.turnId);
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
      case 'applyText':
        return proposeChange(message.text);
      case 'saveDraft':
        this.#draft = message.text;
        desk.draftSaved(message.text);
        return;
      case 'reportFault':
        log.warn(`The chat page reports: ${message.text.slice(0, 500)}`);
        return;
      case 'attachContext':
      case 'attachFiles':
        await desk.fulfil(message);
        return this.focus();
      case 'detachContext':
      case 'unqueuePrompt':
      case 'sendQueued':
      case 'chooseModel':
      case 'switchThinking':
        return desk.fulfil(message);
    }
  }

  async #press(action: Action, turnId: string | null): Promise<void> {
    const { chat } = this.#parts;
    if (turnId !== null && askingActions.has(action) && tellBusy(chat)) return;
    switch (action) {
      case 'retry':
        return turnId === null ? undefined : chat.retry(turnId, 'again');
      case 'continueAnswer':
        return turnId === null ? undefined : chat.continueAnswer(turnId);
      case 'answerWithKey':
        return turnId === null ? undefined : chat.retry(turnId, 'withKey');
      case 'alwaysUseKey':
        await writeFallbackPolicy('always');
        return turnId === null ? undefined : chat.retry(turnId, 'withKey');
      case 'changeKeyCap':
        return showDailyCap();
      case 'useDemo':
        return this.#parts.useDemo();
      case 'signIn':
      case 'connect':
      case 'setApiKey':
      case 'refreshPlan':
      case 'newChat':
      case 'showLog':
      case 'getStarted':
      case 'diagnose':
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

const askingActions: ReadonlySet<Action> = new Set(['retry', 'continueAnswer', 'answerWithKey', 'alwaysUseKey']);

/** One conversation has one answer at a time; who asks for another is told so, since nothing else would be seen to happen. */
function tellBusy({ isAnswering }: ChatSession): boolean {
  if (isAnswering) void vscode.window.showInformationMessage(vscode.l10n.t('An answer is on its way. Wait for its end, or stop it first.'));
  return isAnswering;
}
