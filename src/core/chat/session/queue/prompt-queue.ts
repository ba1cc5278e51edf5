// What is to be sent next: attachments for the prompt that is being typed, and prompts that wait for the answer that
// runs in their conversation, or for room where too many run in others. Nothing is sent twice, and a queued prompt
// stays with its conversation.
import { type PendingAttachment, withAttachment } from '../../attachments/attachment.ts';
import type { StoredConversation } from '../../history/history.ts';
import { endedWell } from '../answer-ending.ts';
import type { ChatEvent, ChatEvents } from '../chat-events.ts';
import type { Begun, PromptQueueStore, QueuedPrompt } from './prompt-queue-store.ts';

/** The conversations that prompts are sent in. */
export interface PromptReceiver {
  /** The one that is shown. */
  readonly tree: Begun;
  /** Whether an answer runs in it. */
  readonly isAnswering: boolean;
  /** Whether as many run in others as may. */
  readonly isFull: boolean;
  readonly events: Pick<ChatEvents, 'listen'>;
  /** @param elsewhere not the one that is shown. Never rejects. */
  send(text: string, attachments: readonly PendingAttachment[], elsewhere?: StoredConversation): Promise<void>;
}

/** Behind the results of tools there is room for words alone. */
export function canJoinRun({ attachments }: QueuedPrompt): boolean {
  return attachments.length === 0;
}

export class PromptQueue {
  readonly #store: PromptQueueStore;
  readonly #receiver: PromptReceiver;
  readonly #canAsk: () => boolean;
  readonly #newId: () => string;
  readonly #stopListening: () => void;
  /** Conversations whose prompts wait for nothing but room, by their ids. */
  readonly #waitingForRoom = new Set<string>();
  #conversationId: string;

  /** @param canAsk whether anybody could answer at all; a prompt waits otherwise. */
  constructor(store: PromptQueueStore, receiver: PromptReceiver, canAsk: () => boolean, newId: () => string) {
    this.#store = store;
    this.#receiver = receiver;
    this.#canAsk = canAsk;
    this.#newId = newId;
    this.#conversationId = receiver.tree.id;
    this.#stopListening = receiver.events.listen((event) => this.#follow(event));
  }

  /** For the prompt that is being typed. */
  get attachments(): readonly PendingAttachment[] {
    return this.#store.of(this.#receiver.tree).attachments;
  }

  /** Prompts that wait, the next one first. */
  get prompts(): readonly QueuedPrompt[] {
    return this.#store.of(this.#receiver.tree).queue;
  }

  attach(attachment: PendingAttachment): void {
    this.#keepAttachments(withAttachment(this.attachments, attachment));
  }

  detach(id: string): void {
    this.#keepAttachments(this.attachments.filter((attachment) => attachment.id !== id));
  }

  setThumbnail(id: string, thumbnail: string): void {
    this.#keepAttachments(
      this.attachments.map((one) => (one.kind === 'image' && one.id === id ? { ...one, thumbnail } : one)),
    );
  }

  /** What goes with the prompt that was just typed; the next one begins with nothing attached. */
  takeAttachments(): readonly PendingAttachment[] {
    const taken = this.attachments;
    this.#keepAttachments([]);
    return taken;
  }

  /** The prompt is not sent after all: what was taken is attached again, before what came meanwhile. */
  giveBack(taken: readonly PendingAttachment[]): void {
    this.#keepAttachments(this.attachments.reduce(withAttachment, taken));
  }

  /** Sends a prompt now, after the running answer, or as soon as there is room. */
  send(text: string, attachments: readonly PendingAttachment[]): void {
    if (this.#mayAsk) {
      void this.#receiver.send(text, attachments);
      return;
    }
    this.#keepPrompts([...this.prompts, { id: this.#newId(), text, attachments }]);
    if (this.isWaitingForRoom) this.#waitingForRoom.add(this.#receiver.tree.id);
  }

  /** Whether prompts of the shown conversation wait for answers of others. */
  get isWaitingForRoom(): boolean {
    return this.#receiver.isFull && this.#canAsk() && this.prompts.length > 0;
  }

  /** Sends the first that waits, if it may be sent now. */
  sendNext(): void {
    const [next, ...rest] = this.prompts;
    if (next === undefined || !this.#mayAsk) return;
    this.#keepPrompts(rest);
    void this.#receiver.send(next.text, next.attachments);
  }

  /** Whether the agent that runs hears of a prompt behind its next result, or after the end. */
  joinRun(id: string, joinsRun: boolean): void {
    this.#keepPrompts(this.prompts.map((prompt) => (prompt.id === id ? { ...prompt, joinsRun } : prompt)));
  }

  /** Takes out what the run in this conversation is to hear of now. */
  takeWords(conversationId: string): readonly string[] {
    const conversation = { id: conversationId, isEmpty: false };
    const { attachments, queue } = this.#store.of(conversation);
    const taken = queue.filter((prompt) => prompt.joinsRun === true && canJoinRun(prompt));
    if (taken.length === 0) return [];
    this.#store.put(conversation, { attachments, queue: queue.filter((prompt) => !taken.includes(prompt)) });
    return taken.map(({ text }) => text);
  }

  /** Takes a prompt out; with `keepsAttachments` what was to go along is attached to the one that is being typed. */
  remove(id: string, keepsAttachments: boolean): void {
    const removed = this.prompts.find((prompt) => prompt.id === id);
    this.#keepPrompts(this.prompts.filter((prompt) => prompt !== removed));
    if (keepsAttachments) this.#keepAttachments((removed?.attachments ?? []).reduce(withAttachment, this.attachments));
  }

  /** Lets go of all that waits, for every conversation. */
  clear(): void {
    this.#store.clear();
  }

  dispose(): void {
    this.#stopListening();
  }

  #follow(event: ChatEvent): void {
    if (event.kind === 'answerEnded') {
      // After a stop or a failure, what waits is sent by the person alone.
      if (endedWell(event.answer)) this.#goOn(event.stored, event.isShown);
      this.#useRoom();
    }
    if (event.kind === 'conversationFree') {
      this.#goOn(event.stored, event.isShown);
      this.#useRoom();
    }
    if (event.kind === 'conversationChanged') {
      this.#conversationChanged();
      this.#useRoom();
    }
  }

  #goOn(stored: StoredConversation, isShown: boolean): void {
    if (isShown) {
      this.sendNext();
      return;
    }
    const { attachments, queue } = this.#store.of(stored.tree);
    const [next, ...rest] = queue;
    if (next === undefined || !this.#canAsk()) return;
    this.#store.put(stored.tree, { attachments, queue: rest });
    void this.#receiver.send(next.text, next.attachments, stored);
  }

  #useRoom(): void {
    const { tree, isFull } = this.#receiver;
    if (!isFull && this.#waitingForRoom.delete(tree.id)) this.sendNext();
  }

  /**
   * What waits for another conversation stays with it, and what was attached before the first prompt is still attached.
   */
  #conversationChanged(): void {
    const { id, isEmpty } = this.#receiver.tree;
    if (id === this.#conversationId && !isEmpty) this.#store.begun(id);
    this.#conversationId = id;
  }

  get #mayAsk(): boolean {
    return !this.#receiver.isAnswering && !this.#receiver.isFull && this.#canAsk();
  }

  #keepAttachments(attachments: readonly PendingAttachment[]): void {
    this.#store.put(this.#receiver.tree, { attachments, queue: this.prompts });
  }

  #keepPrompts(queue: readonly QueuedPrompt[]): void {
    this.#store.put(this.#receiver.tree, { attachments: this.attachments, queue });
  }
}
