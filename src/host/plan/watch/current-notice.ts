// One notice of the plan is open at a time. It is taken back, where that can be done, once it is true no more: another
// account pays, the limit has reset, or there is something newer to say.
import { figuresOf, type PlanState } from '../../../core/plan/plan-state.ts';
import { type Notice, stillHolds } from '../../../core/plan/watch/warnings.ts';

/** Whose plan it is, as `SessionCredentials.account` names it, and what is known of it. */
export interface NoticeSubject {
  readonly account: string | null;
  readonly state: PlanState;
}

interface OpenNotice {
  readonly notice: Notice;
  readonly account: string | null;
  readonly over: AbortController;
}

export class CurrentNotice {
  readonly #subject: () => NoticeSubject;
  #open: OpenNotice | null = null;

  constructor(subject: () => NoticeSubject) {
    this.#subject = subject;
  }

  /**
   * Takes the place of the one before. Rejects as `show` does.
   *
   * @param show says it until `over`; it has to look at `over` whenever it has waited for something
   */
  async replace(notice: Notice, show: (over: AbortSignal) => Promise<void>): Promise<void> {
    this.#withdraw();
    const open: OpenNotice = { notice, account: this.#subject().account, over: new AbortController() };
    this.#open = open;
    try {
      await show(open.over.signal);
    } finally {
      if (this.#open === open) this.#open = null;
    }
  }

  /** Another account may be in use, or its figures are others. */
  changed(): void {
    if (this.#open === null) return;
    const { account, state } = this.#subject();
    const figures = figuresOf(state);
    const isTrue = this.#open.account === account && (figures === null || stillHolds(this.#open.notice, figures));
    if (!isTrue) this.#withdraw();
  }

  #withdraw(): void {
    this.#open?.over.abort();
    this.#open = null;
  }
}
