// The conversation that a window shows, and what is recorded of it or of another: in its tree and in its file.
import type { Clock } from '../../ports.ts';
import type { HistoryRecord } from '../conversation/records.ts';
import { ConversationTree } from '../conversation/tree.ts';
import type { ConversationStore, StoredConversation } from '../history/history.ts';

export interface ShownConversationPorts {
  readonly history: ConversationStore;
  readonly clock: Clock;
  /** Unlike any other. */
  readonly newId: () => string;
  /** Where a conversation that begins now is kept. */
  readonly newPlace: () => StoredConversation['place'];
}

export class ShownConversation {
  readonly #ports: ShownConversationPorts;
  #stored: StoredConversation;

  constructor(ports: ShownConversationPorts) {
    this.#ports = ports;
    this.#stored = this.begun();
  }

  stored(): StoredConversation {
    return this.#stored;
  }

  get tree(): ConversationTree {
    return this.#stored.tree;
  }

  is({ tree }: StoredConversation): boolean {
    return this.tree === tree;
  }

  show(stored: StoredConversation): void {
    this.#stored = stored;
  }

  /** A new one, which is not shown yet. */
  begun(): StoredConversation {
    return { tree: new ConversationTree(this.#ports.newId()), place: this.#ports.newPlace() };
  }

  /** Where nothing is in it yet, it is kept where a conversation that begins now is. */
  beginHere(): void {
    if (this.tree.isEmpty) this.#stored = { tree: this.tree, place: this.#ports.newPlace() };
  }

  record(record: HistoryRecord, { tree, place } = this.#stored): void {
    const { history, clock } = this.#ports;
    tree.take(record, clock.now());
    history.record(tree.id, place, record);
  }
}
