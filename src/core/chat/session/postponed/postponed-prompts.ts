// Sends prompts that wait for a reset of the plan: a little after it, once the service says that there is something
// left, in one window, and never on the API key.
import type { Clock } from '../../../ports.ts';
import type { PostponedPrompt, PostponedStore } from './postponed-prompt.ts';

/** What the service says of the plan when it is asked. */
export type PlanHeadroom =
  | { readonly kind: 'free' }
  /** `resetsAt` in milliseconds since the epoch; null where it does not say. */
  | { readonly kind: 'usedUp'; readonly resetsAt: number | null }
  /** It could not be asked, or another window is asking. */
  | { readonly kind: 'unknown' };

export interface PostponedPorts {
  readonly store: PostponedStore;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Whose plan pays now; null where nobody is signed in. */
  readonly account: () => string | null;
  /** What the service says of the plan after this instant, in milliseconds since the epoch. Never rejects. */
  readonly askPlan: (after: number) => Promise<PlanHeadroom>;
  /** Whether it can be sent now, later, or not any more. Never rejects. */
  readonly readiness: (prompt: PostponedPrompt) => Promise<'ready' | 'busy' | 'gone'>;
  /** Resolves when it is under way. Never rejects. */
  readonly send: (prompt: PostponedPrompt) => Promise<void>;
  readonly onChange: () => void;
}

const minute = 60_000;
/** Not all who wait for one reset ask at its second. */
const jitter = minute;
/** When to look again where nobody could say, doubled each time: sign-in and plan come a moment after a window. */
const patience = { first: minute / 4, longest: 5 * minute };

export class PostponedPrompts {
  readonly #ports: PostponedPorts;
  #prompts: readonly PostponedPrompt[] = [];
  #cancelTimer: () => void = () => undefined;
  /** Not before this instant, where nobody could say. */
  #notBefore = 0;
  /** How often nobody could. */
  #tries = 0;
  #isLooking = false;
  #isDisposed = false;

  constructor(ports: PostponedPorts) {
    this.#ports = ports;
  }

  /** The first that is due; null where none waits. */
  get next(): PostponedPrompt | null {
    return this.#prompts.reduce<PostponedPrompt | null>(
      (first, one) => (first === null || one.dueAt < first.dueAt ? one : first),
      null,
    );
  }

  /** When this answer is asked for again, in milliseconds since the epoch; null where it does not wait. */
  dueAtOf(answer: string): number | null {
    return this.#prompts.find((one) => one.answer === answer)?.dueAt ?? null;
  }

  /** Reads what waits from before the window was loaded. Never rejects. */
  async open(): Promise<void> {
    await this.#read();
  }

  /** False where nobody is signed in, or the disk does not take it: a prompt must not wait in memory alone. */
  async postpone(conversation: string, answer: string, resetsAt: number): Promise<boolean> {
    const account = this.#ports.account();
    if (account === null) return false;
    const isKept = await this.#ports.store.put({ conversation, answer, account, dueAt: this.#dueAfter(resetsAt) });
    await this.#read();
    return isKept;
  }

  /** It is not sent by itself any more. Never rejects. */
  async takeBack(conversation: string): Promise<void> {
    if (!this.#prompts.some((one) => one.conversation === conversation)) return;
    await this.#ports.store.take(conversation);
    await this.#read();
  }

  /** None is sent by itself any more. Never rejects. */
  async takeAllBack(): Promise<void> {
    for (const { conversation } of this.#prompts) await this.takeBack(conversation);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelTimer();
  }

  async #read(): Promise<void> {
    this.#prompts = await this.#ports.store.all();
    this.#arm();
    this.#ports.onChange();
  }

  /** At most a minute ahead: a machine sleeps, and its clock is set. */
  #arm(): void {
    this.#cancelTimer();
    const { next } = this;
    if (next === null || this.#isDisposed) return;
    const wait = Math.max(next.dueAt, this.#notBefore) - this.#ports.clock.now();
    this.#cancelTimer = this.#ports.clock.after(
      wait <= 0 && !this.#isLooking ? 0 : Math.min(Math.max(wait, 1000), minute),
      () => void this.#look(),
    );
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#sendDue();
    } finally {
      this.#isLooking = false;
      await this.#read();
    }
  }

  async #sendDue(): Promise<void> {
    const { clock, account, askPlan, store } = this.#ports;
    if (clock.now() < this.#notBefore) return;
    // Another window may have sent it, or taken it back.
    const due = (await store.all()).filter((one) => one.dueAt <= clock.now() && one.account === account());
    if (due.length === 0) {
      if (this.next !== null && this.next.dueAt <= clock.now()) this.#waitOn();
      return;
    }
    const plan = await askPlan(Math.max(...due.map(({ dueAt }) => dueAt)));
    if (plan.kind === 'unknown') this.#waitOn();
    else this.#tries = 0;
    for (const one of this.#isDisposed ? [] : due) await this.#take(one, plan);
  }

  async #take(prompt: PostponedPrompt, plan: PlanHeadroom): Promise<void> {
    const { clock, store, readiness, send } = this.#ports;
    const { conversation } = prompt;
    // Another account may be in use by now, whose plan was not asked.
    if (plan.kind === 'unknown' || prompt.account !== this.#ports.account()) return;
    if (plan.kind === 'usedUp') {
      const dueAt = this.#dueAfter(plan.resetsAt ?? clock.now() + patience.longest);
      if (await store.take(conversation)) await store.put({ ...prompt, dueAt });
      return;
    }
    const can = await readiness(prompt);
    if (can === 'busy') this.#notBefore = clock.now() + minute;
    else if ((await store.take(conversation)) && can === 'ready') await send(prompt);
  }

  #waitOn(): void {
    this.#notBefore = this.#ports.clock.now() + Math.min(patience.longest, patience.first * 2 ** this.#tries);
    this.#tries = Math.min(this.#tries + 1, 10);
  }

  #dueAfter(resetsAt: number): number {
    const { clock, random } = this.#ports;
    return Math.round(Math.max(resetsAt, clock.now()) + random() * jitter);
  }
}
