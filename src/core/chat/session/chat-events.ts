// What happens in the conversation that is shown, for whoever shows it, remembers it or sends queued prompts.
import type { Log } from '../../ports.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { StoredConversation } from '../history/history.ts';
import type { BlockEvent } from '../messages/blocks.ts';
import type { CompactionEnd } from './compaction/compact.ts';
import type { AnswerSource } from '../providers/fallback-chain.ts';
import { errorName } from '../../service/failure/error-name.ts';

export type ChatEvent =
  /** Another conversation is shown, or this one is another than before from its first turn on. */
  | { readonly kind: 'conversationReplaced' }
  /**
   * What a list says of the conversation is another: that it has begun, its title, its pin, that it is shown at all.
   */
  | { readonly kind: 'conversationChanged' }
  | { readonly kind: 'turnAdded'; readonly turn: Turn }
  /** Everything behind the turn `after` is replaced; null means everything. */
  | { readonly kind: 'branchReplaced'; readonly after: string | null }
  /** More than the blocks of the answer under way is another. */
  | { readonly kind: 'answerReplaced'; readonly answer: AnswerTurn }
  | { readonly kind: 'answerStarted'; readonly id: string; readonly source: AnswerSource }
  | { readonly kind: 'answerGrew'; readonly id: string; readonly event: BlockEvent }
  /** More is known of a call that the answer makes: what it asks for, that it runs, or what came of it. */
  | { readonly kind: 'callChanged'; readonly answer: AnswerTurn; readonly block: number }
  /** A summary is sent in the place of turns, or no more, or one is being made; `end` of an attempt that has ended. */
  | { readonly kind: 'summariesChanged'; readonly end: CompactionEnd | null }
  /** An answer can be asked for in `stored` again, in which a summary was made. */
  | { readonly kind: 'conversationFree'; readonly stored: StoredConversation; readonly isShown: boolean }
  /** Another can be asked for in `stored`, which is not shown where the person went to another while it ran. */
  | {
      readonly kind: 'answerEnded';
      readonly answer: AnswerTurn;
      readonly stored: StoredConversation;
      readonly isShown: boolean;
    };

export type ChatListener = (event: ChatEvent) => void;

export class ChatEvents {
  readonly #log: Log;
  readonly #listeners = new Set<ChatListener>();
  readonly #waiting: ChatEvent[] = [];
  #isTelling = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Calls the listener with every event from now on, until the returned function is called. */
  listen(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Everybody hears of events in one order: what a listener causes is emitted when all have heard of its cause. */
  tell(event: ChatEvent): void {
    this.#waiting.push(event);
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      for (const listener of this.#listeners) this.#tellOne(listener, next);
    }
    this.#isTelling = false;
  }

  /** Whoever watches an answer cannot end it. */
  #tellOne(listener: ChatListener, event: ChatEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#log.warn(`A listener failed at ${event.kind}: ${errorName(error)}`);
    }
  }
}
