// The answers that run now: at most one in each conversation, and a few at once, whichever conversation is shown.
import type { StoredConversation } from '../history/history.ts';
import type { AnswerTurn } from '../conversation/answer.ts';

/** More would only slow each other down, and nobody reads them. */
export const mostAtOnce = 3;

export interface RunningAnswer {
  /** Where it belongs. The run grows this tree, so whoever shows the conversation shows this one. */
  readonly stored: StoredConversation;
  readonly run: { readonly answer: AnswerTurn; stop(): void };
  /** Resolves when it has ended and everybody has heard of it. */
  readonly ended: Promise<void>;
}

export class RunningAnswers {
  readonly #byConversation = new Map<string, RunningAnswer>();

  /** Null where none runs in that conversation. */
  in(conversationId: string): RunningAnswer | null {
    return this.#byConversation.get(conversationId) ?? null;
  }

  /** Whether none may begin in any other conversation. */
  get isFull(): boolean {
    return this.#byConversation.size >= mostAtOnce;
  }

  get conversationIds(): ReadonlySet<string> {
    return new Set(this.#byConversation.keys());
  }

  add(running: RunningAnswer): void {
    this.#byConversation.set(running.stored.tree.id, running);
  }

  remove({ stored }: RunningAnswer): void {
    this.#byConversation.delete(stored.tree.id);
  }

  /** Ends the one in that conversation at once; resolves when it has ended. */
  async stop(conversationId: string): Promise<void> {
    const running = this.in(conversationId);
    running?.run.stop();
    await running?.ended;
  }

  /** Ends every one at once; resolves when all have ended. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#byConversation.keys()].map((id) => this.stop(id)));
  }
}
