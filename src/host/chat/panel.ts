// Knows the places where the chat is shown and keeps them true to one another: the view at the side, and an editor where the
// person wants one. What a request does is page-requests.ts's; how one page is fed, chat-page.ts's.
//
// The window has one conversation, and every place shows that one: whatever is asked, switched or typed in one place is seen
// in the other, and there is nothing to be confused about. Two conversations side by side are two windows.
import * as vscode from 'vscode';
import type { HostMessage, Standing } from '../../core/chat/panel-messages.ts';
import { turnsHolding } from '../../core/chat/transcript-search.ts';
import type { Log } from '../../core/ports.ts';
import { createPanel, showTabTitle, showViewBadge, showViewDescription } from '../display/titles.ts';
import { ChatPage, type PageRequest } from './chat-page.ts';
import type { KeptText } from './kept-text.ts';
import { fulfil, type RequestParts } from './page-requests.ts';

const { l10n } = vscode;

export interface PanelParts extends RequestParts {
  readonly extensionUri: vscode.Uri;
  readonly standing: () => Standing;
  readonly draft: KeptText;
  readonly log: Log;
}

interface Place {
  readonly page: ChatPage;
  readonly isVisible: () => boolean;
}

interface SidePlace extends Place {
  readonly view: vscode.WebviewView;
}

interface EditorPlace extends Place {
  readonly panel: vscode.WebviewPanel;
}

export class ChatPanel implements vscode.Disposable {
  readonly #parts: PanelParts;
  readonly #subscription: vscode.Disposable;
  #side: SidePlace | null = null;
  #editor: EditorPlace | null = null;
  /** The page that the person was in last. */
  #used: ChatPage | null = null;
  /** The page that the keyboard is in. */
  #focused: ChatPage | null = null;
  /** What the view at the side is to be told as soon as VS Code has made it. */
  #awaited: HostMessage | null = null;
  #endedUnseen = 0;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    const { chat, desk, draft } = parts;
    desk.draftSaved(draft.text);
    this.#subscription = vscode.Disposable.from(
      chat.onTold((message) => {
        this.#tell(message);
        if (message.kind === 'answerEnded') this.#countEnd();
      }),
      desk.onTold((message) => {
        if (message.kind === 'draftShown') draft.text = message.text;
        this.#tell(message);
      }),
      chat.onSwitched(() => this.#showTitle()),
    );
  }

  /** Fills the view at the side, which VS Code has just made. */
  resolve(view: vscode.WebviewView): void {
    const page = this.#createPage(view.webview);
    this.#side = { page, view, isVisible: () => view.visible };
    const visibility = view.onDidChangeVisibility(() => this.#visibilityChanged(page, view.visible));
    view.onDidDispose(() => {
      visibility.dispose();
      this.#close(page);
      this.#side = null;
    });
    if (this.#awaited !== null) page.tellSoon(this.#awaited);
    this.#awaited = null;
    this.#endedUnseen = 0;
    this.#showTitle();
  }

  /**
   * Fills an editor, a fresh one or one that VS Code has kept over a reload. There is one at most. What VS Code kept for its
   * page the page reads itself, and parses.
   */
  adopt(panel: vscode.WebviewPanel): void {
    this.#editor?.panel.dispose();
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(this.#parts.extensionUri, 'media', name);
    panel.iconPath = { light: media('chat-light.svg'), dark: media('chat-dark.svg') };
    const page = this.#createPage(panel.webview);
    this.#editor = { page, panel, isVisible: () => panel.visible };
    const visibility = panel.onDidChangeViewState(() => this.#visibilityChanged(page, panel.visible));
    panel.onDidDispose(() => {
      visibility.dispose();
      this.#close(page);
      if (this.#editor?.panel === panel) this.#editor = null;
    });
    this.#showTitle();
  }

  /** Shows the chat in the editor area, beside the view at the side, and puts the cursor into it. */
  openInEditor(): void {
    if (this.#editor === null) this.adopt(createPanel('tidemark.chat', ''));
    else this.#editor.panel.reveal();
    this.#editor?.page.tellSoon({ kind: 'composerFocused' });
  }

  /** Shows the view at the side and puts the cursor into it. */
  focusSide(): Promise<void> {
    return this.#showSide({ kind: 'composerFocused' });
  }

  /** Puts the cursor into the chat where the person is, or was last. */
  focus(): Promise<void> {
    return this.#showFront({ kind: 'composerFocused' });
  }

  /** Opens the search in the conversation where the person is, or was last. */
  find(): Promise<void> {
    return this.#showFront({ kind: 'findOpened' });
  }

  showStanding(): void {
    if (!this.#places.some(({ page }) => page.isThere)) return;
    this.#tell({ kind: 'standingShown', standing: this.#parts.standing() });
    this.#tell(this.#parts.desk.shown());
  }

  async #showFront(message: HostMessage): Promise<void> {
    const editor = this.#editor;
    const isInFront = editor?.isVisible() === true && (this.#used === editor.page || this.#side?.isVisible() !== true);
    if (editor === null || !isInFront) return this.#showSide(message);
    editor.panel.reveal();
    editor.page.tellSoon(message);
  }

  async #showSide(message: HostMessage): Promise<void> {
    await vscode.commands.executeCommand('tidemark.chat.focus');
    if (this.#side === null) this.#awaited = message;
    else this.#side.page.tellSoon(message);
  }

  get #places(): readonly Place[] {
    return [this.#side, this.#editor].filter((place) => place !== null);
  }

  #tell(message: HostMessage, except?: ChatPage): void {
    for (const { page } of this.#places) if (page !== except) page.tell(message);
  }

  #showTitle(): void {
    const { title } = this.#parts.chat.tree;
    if (this.#side !== null) showViewDescription(this.#side.view, title);
    if (this.#editor !== null) showTabTitle(this.#editor.panel, title === '' ? l10n.t('Tidemark Chat') : title);
  }

  #visibilityChanged(page: ChatPage, isVisible: boolean): void {
    if (!isVisible) page.rest();
    else this.#showUnseen(0);
  }

  #countEnd(): void {
    if (!this.#places.some(({ isVisible }) => isVisible())) this.#showUnseen(this.#endedUnseen + 1);
  }

  /** The view's icon bears how many answers have ended while the chat was nowhere to be seen. */
  #showUnseen(count: number): void {
    if (count === this.#endedUnseen) return;
    this.#endedUnseen = count;
    if (this.#side === null) return;
    const tooltip = count === 1 ? l10n.t('An answer has ended') : l10n.t('{0} answers have ended', count);
    showViewBadge(this.#side.view, count, tooltip);
  }

  #createPage(webview: vscode.Webview): ChatPage {
    const { extensionUri, log } = this.#parts;
    const page: ChatPage = new ChatPage({
      webview,
      extensionUri,
      onReady: () => this.#begin(page),
      onRequest: (request) => void this.#fulfil(request, page),
      log,
    });
    return page;
  }

  #begin(page: ChatPage): void {
    const { chat, desk, standing, draft } = this.#parts;
    page.tell(chat.shown());
    page.tell({ kind: 'draftShown', text: draft.text });
    page.tell({ kind: 'standingShown', standing: standing() });
    page.tell(desk.shown());
    for (const image of desk.undrawnImages()) page.tell(image);
  }

  async #fulfil(request: PageRequest, page: ChatPage): Promise<void> {
    const { chat, desk, draft } = this.#parts;
    switch (request.kind) {
      case 'showOlderTurns': {
        const older = chat.olderTurns(request.before);
        if (older !== null) page.tell(older);
        return;
      }
      case 'findText':
        page.tell({ kind: 'turnsFound', text: request.text, turnIds: turnsHolding(chat.conversation(), request.text) });
        return;
      case 'pageFocused':
        this.#used = page;
        this.#setFocused(page);
        return;
      case 'pageBlurred':
        if (this.#focused === page) this.#setFocused(null);
        return;
      case 'saveDraft':
        draft.text = request.text;
        this.#tell({ kind: 'draftShown', text: request.text }, page);
        desk.draftSaved(request.text);
        return;
      case 'attachContext':
      case 'attachFiles':
      case 'attachImage':
        this.#used = page;
        await fulfil(request, this.#parts);
        return this.focus();
      default:
        return fulfil(request, this.#parts);
    }
  }

  #close(page: ChatPage): void {
    page.dispose();
    if (this.#used === page) this.#used = null;
    if (this.#focused === page) this.#setFocused(null);
  }

  /** VS Code calls a view focused only while the keyboard is in its own part of it, not in its page; a key binding needs both. */
  #setFocused(page: ChatPage | null): void {
    this.#focused = page;
    void vscode.commands.executeCommand('setContext', 'tidemark.chatFocused', page !== null);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { page } of this.#places) page.dispose();
  }
}
