// The texts of the conversations in a list for as long as somebody searches in them: each is read once, and again when
// it has changed.
import { type Searchable, searchable, searchableText } from './conversations.ts';
import type { ConversationTree } from '../conversation/tree.ts';
import type { ListedConversation } from '../history/history.ts';

export class ConversationTexts {
  readonly #read: (conversation: ListedConversation) => Promise<ConversationTree>;
  readonly #texts = new Map<string, Searchable>();
  #reading: Promise<void> | null = null;
  #stopped = false;

  /** @param read never rejects */
  constructor(read: (conversation: ListedConversation) => Promise<ConversationTree>) {
    this.#read = read;
  }

  /** What can be searched of a conversation: its title, until all of it was read. */
  of(conversation: ListedConversation): Searchable {
    return this.#texts.get(keyOf(conversation)) ?? searchableText(conversation.title);
  }

  misses(listed: readonly ListedConversation[]): boolean {
    return listed.some((conversation) => !this.#texts.has(keyOf(conversation)));
  }

  /**
   * Reads what is missing, also of a list that changes meanwhile. Resolves when nothing is, or nobody searches any
   * more.
   */
  readAll(listed: () => readonly ListedConversation[]): Promise<void> {
    this.#reading ??= this.#readMissing(listed).finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readMissing(listed: () => readonly ListedConversation[]): Promise<void> {
    for (;;) {
      const missing = listed().filter((conversation) => !this.#texts.has(keyOf(conversation)));
      if (missing.length === 0) return;
      for (const conversation of missing) {
        if (this.#stopped) return;
        this.#texts.set(keyOf(conversation), searchable(await this.#read(conversation)));
      }
    }
  }

  /** Nobody searches any more. */
  stop(): void {
    this.#stopped = true;
  }
}

function keyOf({ id, place, state }: ListedConversation): string {
  return `${place} ${id} ${state}`;
}
