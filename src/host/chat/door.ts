// Knows when the chat is first needed, at the side, in an editor or by a command, and loads it then; not what is in it.
import * as vscode from 'vscode';
import { systemClock } from '../../core/ports.ts';
import type { CommandTable } from '../commands.ts';
import { showError } from '../display/notification.ts';
import { LoadedOnce } from '../loaded-once.ts';
import type { AskIntent, ChatRoom, ChatRoomParts } from './room.ts';

type ChatCommandId =
  | `tidemark.${'focusChat' | 'openChatInEditor' | 'findInChat' | 'newChat' | 'showConversations' | 'exportChat' | 'importChat'}`
  | `tidemark.${'ask' | 'askFile' | 'attach' | 'explain' | 'fix' | 'sendSelection'}`;

/** A window has better things to do in its first minute than to look for deleted conversations. */
const quietMilliseconds = 60_000;

export class ChatDoor implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer {
  readonly #parts: ChatRoomParts;
  readonly #loaded: LoadedOnce<ChatRoom>;
  #endPurges: () => void;
  #room: ChatRoom | null = null;
  /** The view at the side, where it could not be filled yet. */
  #empty: vscode.WebviewView | null = null;
  #closed = false;

  constructor(parts: ChatRoomParts) {
    this.#parts = parts;
    this.#loaded = new LoadedOnce(() => import('./room.ts').then(({ createChatRoom }) => createChatRoom(parts)));
    this.#endPurges = systemClock.after(quietMilliseconds, () => void this.#startPurges());
  }

  async #startPurges(): Promise<void> {
    const { startPurges } = await import('./deleted-conversations.ts');
    if (!this.#closed) this.#endPurges = startPurges(this.#parts.storage, () => this.#room?.history ?? null, this.#parts.log);
  }

  /** Loads the chat, once. Where that fails, the next who needs it tries again. */
  async open(): Promise<ChatRoom> {
    const room = await this.#loaded.get();
    this.#room = room;
    if (this.#closed) room.dispose();
    if (this.#empty !== null) room.panel.resolve(this.#empty);
    this.#empty = null;
    return room;
  }

  /** Never rejects: a view that cannot be filled says so, and is filled as soon as the chat can be opened. */
  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#empty = view;
    view.onDidDispose(() => {
      if (this.#empty === view) this.#empty = null;
    });
    const again = vscode.l10n.t('Try Again');
    for (;;) {
      try {
        await this.open();
        return;
      } catch (error) {
        this.#parts.log.warn(`The chat could not be opened: ${error instanceof Error ? error.name : 'unknown'}`);
        const text = vscode.l10n.t('The chat could not be opened. Nothing is lost: your conversations are where they were.');
        if ((await showError(text, again)) !== again) return;
      }
    }
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
    if (await session.clear()) await panel.focus();
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

  /** All that is kept is to be deleted: ends what runs and lets go of it, in this window. Never rejects. */
  async forget(): Promise<void> {
    await this.#room?.forget();
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
    this.#endPurges();
    this.#room?.dispose();
  }
}
