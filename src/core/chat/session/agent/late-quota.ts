// What a run took of the plan's quota, as far as it becomes known once it has ended: the figures come some seconds
// later.
import type { AnswerTurn } from '../../conversation/answer.ts';
import { type QuotaReading, type QuotaShare, quotaShareAfter } from '../../conversation/runs/quota-share.ts';
import type { StoredConversation } from '../../history/history.ts';
import type { ChatSession } from '../chat-session.ts';
import { quotaNews } from './quota-notes.ts';

interface EndedRun {
  readonly stored: StoredConversation;
  /** Of the answer. */
  readonly id: string;
  readonly share: QuotaShare;
}

/** The conversations whose runs are told what became known. */
export type RunKeeper = Pick<ChatSession, 'events' | 'addToRun' | 'answering'>;

/** The runs that have ended since the quota was read last. */
export class LateQuota {
  readonly #keeper: RunKeeper;
  readonly #read: () => QuotaReading | null;
  readonly #account: () => string | null;
  readonly #stopListening: () => void;
  /** Whose figures were read last. */
  #accountBefore: string | null;
  /** Conversations whose answers had begun when another account came in use, whose figures say nothing of them. */
  #begunBefore = new Set<string>();
  /** The newest one: the figures of those before hold what it used as well. */
  #ended: EndedRun | null = null;
  /** When an answer ended last, in milliseconds since the epoch. */
  #endedAt = 0;

  /**
   * @param read the tightest window of the account in use, as it was read last; null where unknown
   * @param account the account in use; null for nobody
   */
  constructor(keeper: RunKeeper, read: () => QuotaReading | null, account: () => string | null) {
    this.#keeper = keeper;
    this.#read = read;
    this.#account = account;
    this.#accountBefore = account();
    this.#stopListening = keeper.events.listen((event) => {
      if (event.kind === 'answerEnded') this.#follow(event.answer, event.stored);
    });
  }

  /** Null also where an answer has ended since it was read: a run that begins now would be said to have used that. */
  reading(): QuotaReading | null {
    const reading = this.#read();
    return reading !== null && reading.readAt >= this.#endedAt ? reading : null;
  }

  #follow({ id, run, source, endedAt }: AnswerTurn, stored: StoredConversation): void {
    this.#lookWhose();
    const isOfOther = this.#begunBefore.delete(stored.tree.id);
    const share = isOfOther ? null : (run?.quota ?? null);
    this.#endedAt = Math.max(this.#endedAt, endedAt ?? 0);
    this.#ended = share === null || source?.payer !== 'plan' ? null : { stored, id, share };
  }

  /** Adds what became known to the run that has ended last, once; not where another uses the quota already. */
  figuresRead(): void {
    this.#lookWhose();
    const reading = this.reading();
    const ended = this.#ended;
    if (reading === null || ended === null) return;
    this.#ended = null;
    if (this.#keeper.answering.size > 0) return;
    const share = { ...quotaShareAfter(ended.share, reading), isWhole: true };
    const record = quotaNews(ended.share, share);
    if (record !== null) this.#keeper.addToRun(ended.stored, ended.id, record);
  }

  #lookWhose(): void {
    const account = this.#account();
    if (account === this.#accountBefore) return;
    this.#accountBefore = account;
    this.#ended = null;
    this.#begunBefore = new Set(this.#keeper.answering);
  }

  /** Nothing more is kept of those that have ended. */
  forget(): void {
    this.#ended = null;
  }

  dispose(): void {
    this.#stopListening();
  }
}
