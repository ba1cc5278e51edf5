// Knows when the chat is first needed and loads it then; not what is in it.
import type * as vscode from 'vscode';
import type { ChatRoom, ChatRoomParts } from './room.ts';

export class ChatDoor implements vscode.WebviewViewProvider {
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

  async focus(): Promise<void> {
    const { panel } = await this.open();
    await panel.focus();
  }

  async newChat(): Promise<void> {
    const { panel, session } = await this.open();
    session.clear();
    await panel.focus();
  }

  /** Sign-in, plan or key changed: an open page is told; a closed one asks when it opens. */
  standingChanged(): void {
    this.#room?.panel.showStanding();
  }

  /** Somebody signed in or out: what the plan refused before, it may accept now. */
  sessionChanged(): void {
    this.#room?.session.liftRefusal();
  }

  dispose(): void {
    this.#closed = true;
    this.#room?.dispose();
  }
}
