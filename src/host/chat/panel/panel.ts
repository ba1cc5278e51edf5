// The places where the chat is shown, kept true to one another: the view at the side, and an editor where the person
// wants one.
//
// The window shows one conversation, and every place shows that one: whatever is asked, switched or typed in one place
// is seen in the other, and there is nothing to be confused about. Answers in others go on out of sight.
import * as vscode from 'vscode';
import type { HostMessage, PageMessage } from '../../../protocol/chat.ts';
import type { Log } from '../../../core/ports.ts';
import { createPanel, showTabTitle, showViewBadge, showViewDescription } from '../../display/titles.ts';
import { ChatPage } from './chat-page.ts';
import { UnseenAnswers } from '../../../core/chat/session/unseen-answers.ts';

const { l10n } = vscode;

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
  readonly unseen = new UnseenAnswers(() => this.#showBadge());
  /** What the agent asks out of sight. */
  readonly unseenQuestions = new UnseenAnswers(() => this.#showBadge());
  readonly #extensionUri: vscode.Uri;
  readonly #onRequest: (request: PageMessage, page: ChatPage) => void;
  readonly #log: Log;
  #side: SidePlace | null = null;
  #editor: EditorPlace | null = null;
  /** The page that the person was in last. */
  #used: ChatPage | null = null;
  /** The page that the keyboard is in. */
  #focused: ChatPage | null = null;
  /** What is sent to the view at the side as soon as VS Code has made it. */
  #awaited: HostMessage | null = null;
  #conversationTitle = '';
  #conversationId = '';

  constructor(extensionUri: vscode.Uri, onRequest: (request: PageMessage, page: ChatPage) => void, log: Log) {
    this.#extensionUri = extensionUri;
    this.#onRequest = onRequest;
    this.#log = log;
  }

  /** Fills the view at the side, which VS Code has just made. */
  resolve(view: vscode.WebviewView): void {
    const page = this.#createPage(view.webview);
    this.#side = { page, view, isVisible: () => view.visible };
    if (view.visible) page.expect();
    const visibility = view.onDidChangeVisibility(() => this.#visibilityChanged(page, view.visible));
    view.onDidDispose(() => {
      visibility.dispose();
      this.#close(page);
      this.#side = null;
    });
    if (this.#awaited !== null) {
      this.#used = page;
      page.tellSoon(this.#awaited);
    }
    this.#awaited = null;
    this.#seeConversation();
    this.#showBadge();
    this.#showTitle();
  }

  /**
   * Fills an editor, a fresh one or one that VS Code has kept over a reload. There is one at most. What VS Code kept
   * for its page the page reads itself, and parses.
   */
  adopt(panel: vscode.WebviewPanel): void {
    this.#editor?.panel.dispose();
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(this.#extensionUri, 'media', name);
    panel.iconPath = { light: media('chat-light.svg'), dark: media('chat-dark.svg') };
    const page = this.#createPage(panel.webview);
    this.#editor = { page, panel, isVisible: () => panel.visible };
    if (panel.visible) page.expect();
    const visibility = panel.onDidChangeViewState(() => this.#visibilityChanged(page, panel.visible));
    panel.onDidDispose(() => {
      visibility.dispose();
      this.#close(page);
      if (this.#editor?.panel === panel) this.#editor = null;
    });
    this.#showTitle();
  }

  #createPage(webview: vscode.Webview): ChatPage {
    return new ChatPage(webview, this.#extensionUri, this.#onRequest, this.#log);
  }

  /** Shows the chat in the editor area, beside the view at the side, and puts the cursor into it. */
  openInEditor(): void {
    if (this.#editor === null) this.adopt(createPanel('tidemark.chat', ''));
    else this.#editor.panel.reveal();
    const page = this.#editor?.page ?? null;
    // Where the cursor is put the person is, however long the page takes to say so.
    this.#used = page;
    page?.tellSoon({ kind: 'composerFocused' });
  }

  /** Shows the view at the side and puts the cursor into it. */
  focusSide(): Promise<void> {
    return this.#showSide({ kind: 'composerFocused' });
  }

  /** Puts the cursor into the chat where the person is, or was last. */
  focus(): Promise<void> {
    return this.#showFront({ kind: 'composerFocused' });
  }

  /** Lists what can be attached, at the cursor of the prompt where the person is, or was last. */
  offerContext(): Promise<void> {
    return this.#showFront({ kind: 'contextOpened' });
  }

  /** Puts the cursor back into the page that asked for something which took it away. */
  focusAfter(page: ChatPage): Promise<void> {
    this.#used = page;
    return this.focus();
  }

  /** Opens the search in the conversation where the person is, or was last. */
  find(): Promise<void> {
    return this.#showFront({ kind: 'findOpened' });
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
    if (this.#side === null) {
      this.#awaited = message;
      return;
    }
    this.#used = this.#side.page;
    this.#side.page.tellSoon(message);
  }

  get #places(): readonly Place[] {
    return [this.#side, this.#editor].filter((place) => place !== null);
  }

  /** Whether there is any page to send to. */
  get isShown(): boolean {
    return this.#places.some(({ page }) => page.isThere);
  }

  tell(message: HostMessage, except?: ChatPage): void {
    for (const { page } of this.#places) if (page !== except) page.tell(message);
  }

  /** @param title of the conversation that is shown; empty where it has none yet. */
  showConversation(id: string, title: string): void {
    this.#conversationId = id;
    this.#conversationTitle = title;
    this.#showTitle();
    if (this.#isVisible) this.#seeConversation();
  }

  #showTitle(): void {
    const title = this.#conversationTitle;
    if (this.#side !== null) showViewDescription(this.#side.view, title);
    if (this.#editor !== null) showTabTitle(this.#editor.panel, title === '' ? l10n.t('Tidemark Chat') : title);
  }

  #visibilityChanged(page: ChatPage, isVisible: boolean): void {
    if (isVisible) {
      page.expect();
      this.#seeConversation();
    } else page.leave();
  }

  #seeConversation(): void {
    this.unseen.clear(this.#conversationId);
    this.unseenQuestions.clear(this.#conversationId);
  }

  get #isVisible(): boolean {
    return this.#places.some(({ isVisible }) => isVisible());
  }

  /** Whether the person sees what is sent to the pages. */
  get isInView(): boolean {
    return this.#places.some(({ isVisible, page }) => isVisible() && page.isThere);
  }

  /** Whether the person has the conversation before them. */
  sees(conversationId: string): boolean {
    return this.#isVisible && conversationId === this.#conversationId;
  }

  /** The view's icon bears how many answers have ended, and what the agent asks, out of sight. */
  #showBadge(): void {
    if (this.#side === null) return;
    const ended = this.unseen.count;
    const asked = this.unseenQuestions.count;
    const endedText = ended === 1 ? l10n.t('An answer has ended') : l10n.t('{0} answers have ended', ended);
    const askedText = asked === 1 ? l10n.t('The agent asks you something') : l10n.t('The agent asks {0} things', asked);
    const texts = [...(asked === 0 ? [] : [askedText]), ...(ended === 0 ? [] : [endedText])];
    showViewBadge(this.#side.view, ended + asked, texts.join('. '));
  }

  /** The keyboard came into a page. */
  pageFocused(page: ChatPage): void {
    this.#used = page;
    this.#setFocused(page);
  }

  /** The keyboard left a page, which another may have got meanwhile. */
  pageBlurred(page: ChatPage): void {
    if (this.#focused === page) this.#setFocused(null);
  }

  #close(page: ChatPage): void {
    page.dispose();
    if (this.#used === page) this.#used = null;
    this.pageBlurred(page);
  }

  /**
   * VS Code calls a view focused only while the keyboard is in its own part of it, not in its page; a key binding needs
   * both.
   */
  #setFocused(page: ChatPage | null): void {
    this.#focused = page;
    void vscode.commands.executeCommand('setContext', 'tidemark.chatFocused', page !== null);
  }

  dispose(): void {
    for (const { page } of this.#places) page.dispose();
  }
}
