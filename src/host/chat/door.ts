// Knows when the chat is first needed, at the side, in an editor or by a command, and loads it then; not what is in it.
import type * as vscode from 'vscode';
import type { CommandTable } from '../commands.ts';
import type { AskIntent, ChatRoom, ChatRoomParts } from './room.ts';

type ChatCommandId =
  | `tidemark.${'focusChat' | 'openChatInEditor' | 'findInChat' | 'newChat' | 'showConversations' | 'exportChat' | 'importChat'}`
  | `tidemark.${'ask' | 'askFile' | 'attach' | 'explain' | 'fix' | 'sendSelection'}`;

export class ChatDoor implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer {
  readonly #parts: ChatRoomParts;
  #opening: Promise<ChatRoom> | null = null;
  #room: ChatRoom | null = null;
  #closed = false;

  constructor(parts: ChatRoomParts) {
    this.#parts = parts;
  }

  /** Loads the chat, once. */
  async open(): Promise<ChatRoom> {
    this.#opening ??= import('./room.ts').then(({ createChatRoom }) => createChatRoom(this.#parts));
    this.#room = await this.#opening;
    if (this.#closed) this.#room.dispose();
    return this.#room;
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    const { panel } = await this.open();
    panel.resolve(view);
  }

  /** Brings back the editor that showed the chat before the window was loaded again. */
  async deserializeWebviewPanel(editor: vscode.WebviewPanel): Promise<void> {
    const { panel } = await this.open();
    panel.adopt(editor);
  }

  /** What the palette, the editor's menus, keys and code actions run. */
  get commands(): Pick<CommandTable, ChatCommandId> {
    const ask = (intent: AskIntent) => async (...args: readonly unknown[]) => (await this.open()).ask(intent, args);
    return {
      'tidemark.focusChat': async () => (await this.open()).panel.focusSide(),
      'tidemark.openChatInEditor': async () => (await this.open()).panel.openInEditor(),
      'tidemark.findInChat': async () => (await this.open()).panel.find(),
      'tidemark.newChat': () => this.newChat(),
      'tidemark.showConversations': () => this.listConversations(),
      'tidemark.exportChat': () => this.exportConversation(),
      'tidemark.importChat': () => this.importConversation(),
      'tidemark.ask': ask('editor'),
      'tidemark.askFile': ask('explorer'),
      'tidemark.attach': ask('attach'),
      'tidemark.explain': ask('explain'),
      'tidemark.fix': ask('fix'),
      'tidemark.sendSelection': ask('editor'),
    };
  }

  async newChat(): Promise<void> {
    const { panel, session } = await this.open();
    session.clear();
    await panel.focus();
  }

  async listConversations(): Promise<void> {
    const { conversations } = await this.open();
    conversations.list();
  }

  async exportConversation(): Promise<void> {
    const { conversations } = await this.open();
    await conversations.exportShown();
  }

  async importConversation(): Promise<void> {
    const { conversations } = await this.open();
    await conversations.import();
  }

  /** The window closes: resolves when nothing of the conversations is in memory only. */
  async close(): Promise<void> {
    await this.#room?.close();
  }

  /** Sign-in or plan changed: an open page is told; a closed one asks when it opens. */
  standingChanged(): void {
    this.#room?.panel.showStanding();
  }

  /** An API key was set or removed. */
  keyChanged(): void {
    this.#room?.session.keyChanged();
    this.standingChanged();
  }

  /** Somebody signed in or out: what the plan refused before, it may accept now. */
  sessionChanged(): void {
    this.#room?.session.sessionChanged();
  }

  dispose(): void {
    this.#closed = true;
    this.#room?.dispose();
  }
}
