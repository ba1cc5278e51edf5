// The answers that run now: at most one in each conversation, and a few at once, whichever conversation is shown.
import type { StoredConversation } from '../history/history.ts';
import type { AnswerTurn } from '../conversation/answer.ts';

/** More would only slow each other down, and nobody reads them. */
export const mostAtOnce = 3;

export interface RunningAnswer {
  /** Where it belongs. The run grows this tree, so whoever shows the conversation shows this one. */
  readonly stored: StoredConversation;
  readonly run: {
    readonly answer: AnswerTurn;
    /** The last of the turns that a summary is being made of; null where none is. */
    readonly compacting: string | null;
    stop(): void;
  };
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

  /** One runs while `work` goes on. Whoever waits for its end waits for what is told of that as well. */
  async during(
    stored: StoredConversation,
    run: RunningAnswer['run'],
    work: () => Promise<void>,
    tellEnd: () => void,
  ): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    this.#byConversation.set(stored.tree.id, { stored, run, ended });
    await work();
    this.#byConversation.delete(stored.tree.id);
    tellEnd();
    end(undefined);
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
