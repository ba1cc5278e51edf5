// Making room before an agent's run: once in a run, where results that were dropped are not enough, the turns before it
// are summarised.
import type { Conversation, ConversationSummary } from '../../conversation/conversation.ts';
import { turnsTokens } from '../../prompt/context-window.ts';
import type { RequestMessages } from '../../prompt/request-messages.ts';
import type { RoomMade } from '../../tools/runs/agent-run.ts';
import type { AnswerRun } from '../answer-run.ts';
import type { CompactionEnd } from './compact.ts';

/** The share of the window from which on a summary of the turns frees enough to be paid for. */
const worthwhileShare = 0.1;

export interface Compactable {
  /** See `CompactionOrder`. */
  readonly covered: Conversation;
  /** What is sent before the run with a summary of these turns. */
  readonly messagesWith: (summary: ConversationSummary) => Promise<RequestMessages>;
}

export interface RunCompactionPorts {
  /** One that is begun for a summary, and not tied to the run's answer. */
  readonly newRun: () => AnswerRun;
  readonly ask: (covered: Conversation, run: AnswerRun) => Promise<CompactionEnd>;
  /** Null where it has begun. */
  readonly tell: (end: CompactionEnd | null) => void;
  readonly leftOut: (leftOut: RequestMessages['leftOut']) => void;
}

export class RunCompaction {
  readonly #compactable: Compactable | null;
  readonly #window: number | null;
  readonly #ports: RunCompactionPorts;
  #isTried = false;
  #behind: string | null = null;

  /**
   * @param compactable null where nothing can be summarised, or the person took a summary out
   * @param window tokens; null where unknown
   */
  constructor(compactable: Compactable | null, window: number | null, ports: RunCompactionPorts) {
    this.#compactable = compactable;
    this.#window = window;
    this.#ports = ports;
  }

  /** The last of the turns that a summary is being made of; null where none is. */
  get behind(): string | null {
    return this.#behind;
  }

  /** Null where nothing was asked for. Never rejects. */
  async makeRoom(signal: AbortSignal): Promise<RoomMade | null> {
    const compactable = this.#compactable;
    if (this.#isTried || compactable === null || this.#window === null) return null;
    this.#isTried = true;
    const { covered, messagesWith } = compactable;
    const anew = covered.turns.slice(covered.summary?.covers.length ?? 0);
    if (turnsTokens(anew) < this.#window * worthwhileShare) return null;
    const run = this.#ports.newRun();
    const stop = (): void => run.stop();
    signal.addEventListener('abort', stop);
    this.#behind = covered.turns.at(-1)?.id ?? null;
    this.#ports.tell(null);
    const end = await this.#ports.ask(covered, run);
    signal.removeEventListener('abort', stop);
    this.#behind = null;
    this.#ports.tell(end);
    const { usage } = run.answer;
    if (end.kind !== 'made') return { before: null, usage };
    const { messages, leftOut } = await messagesWith(end.summary);
    this.#ports.leftOut(leftOut);
    return { before: messages, usage };
  }
}
