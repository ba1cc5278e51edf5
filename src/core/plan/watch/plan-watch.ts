// Keeps the state of a person's plan fresh in all windows: one asks the service, the others read what it wrote.
import type { Clock, Log } from '../../ports.ts';
import type { Connection } from '../../service/http/connection.ts';
import { type Failure, failureOf } from '../../service/failure/errors.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import type { fetchBalances } from '../check/balance.ts';
import type { checkFigures, checkPlan, Checked } from '../check/plan-check.ts';
import { isSameSubject, type PlanSubject, type SignedIn } from './plan-subject.ts';
import { type PlanFigures, type PlanState, stateOfSession } from '../plan-state.ts';
import type { PlanRecord, PlanStore } from './plan-record.ts';
import { askedAfter, earliestAsk, mayAskBalance, nothingAsked, type Occasion, scopeOf } from './refresh-policy.ts';
import { failureIn, samplesAfter } from './checked-record.ts';
import { type Notice, noticesDue } from './warnings.ts';

/** The requests of a check; loaded on first use. */
export interface Requests {
  readonly checkPlan: typeof checkPlan;
  readonly checkFigures: typeof checkFigures;
  readonly fetchBalances: typeof fetchBalances;
}

export interface PlanWatchPorts {
  readonly clock: Clock;
  readonly connection: () => Connection | null;
  readonly stored: () => SignedIn;
  readonly store: PlanStore;
  readonly requests: () => Promise<Requests>;
  /** What was read before the first reading of an account: nothing, but for people who are made up. */
  readonly earlierSamples: (figures: PlanFigures, account: string) => Promise<PlanRecord['samples']>;
  /** Whether this window is in front. */
  readonly isFocused: () => boolean;
  /** False in Restricted Mode, where nothing is ever asked. */
  readonly isTrusted: () => boolean;
  /** Whether the plan view is open in this window. */
  readonly isViewOpen: () => boolean;
  /** In percent; none where the person wants no warnings. */
  readonly thresholds: () => readonly number[];
  readonly onState: (state: PlanState) => void;
  /** Called when the service refuses the token of this very session. */
  readonly onLapsed: (session: SessionCredentials) => void;
  /** Called in one of all windows only, once for each that is due. */
  readonly onNotice: (notice: Notice) => void;
  readonly log: Log;
}

/** How often a focused window looks whether the five minutes are over. */
const tickMilliseconds = 30_000;
/** Quota figures settle a moment after an answer has ended. */
const settleMilliseconds = 2000;
/** When to look again after another window was found asking. */
const leaseMilliseconds = 2000;

export class PlanWatch {
  readonly #ports: PlanWatchPorts;
  readonly #forgetStore: () => void;
  #cancelTick: () => void;
  #cancelSoon: () => void = () => undefined;
  #running: AbortController | null = null;
  /** What happened while a check was running, which may have come too late for it. */
  #missed: Occasion | null = null;
  #record: PlanRecord | null = null;
  /** Until it is known what is connected and who is signed in, nothing is claimed of either. */
  #state: PlanState = { kind: 'checking' };
  #subject: PlanSubject | null = null;

  constructor(ports: PlanWatchPorts) {
    this.#ports = ports;
    this.#forgetStore = ports.store.onChange((account) => void this.#hear(account));
    this.#cancelTick = ports.clock.after(tickMilliseconds, () => this.#tick());
  }

  get state(): PlanState {
    return this.#state;
  }

  /** What windows share of this account; null before it was read. */
  get record(): PlanRecord | null {
    return this.#record;
  }

  /** Where service or session are others, which is returned, what was known does not hold. Never rejects. */
  async restart(): Promise<boolean> {
    const service = this.#ports.connection();
    const stored = this.#ports.stored();
    const subject: PlanSubject = { service, stored };
    if (this.#subject !== null && isSameSubject(this.#subject, subject)) return false;
    this.#subject = subject;
    this.#running?.abort();
    this.#cancelSoon();
    this.#running = null;
    this.#missed = null;
    this.#record = null;
    this.#show(service === null ? { kind: 'notConnected' } : stateOfSession(stored));
    if (stored.kind === 'session') await this.#adopt(stored.session.account);
    await this.ask('timer');
    return true;
  }

  /**
   * Asks the service, unless another window just did or the time for it has not come. Never rejects; without a session,
   * or in a folder that is not trusted, nothing is sent.
   */
  async ask(occasion: Occasion): Promise<void> {
    const { connection, isTrusted, store } = this.#ports;
    const service = connection();
    const stored = this.#ports.stored();
    if (service === null || stored.kind !== 'session') return;
    if (!isTrusted()) {
      if (this.#state.kind === 'checking') this.#show({ kind: 'restricted' });
      return;
    }
    if (this.#running !== null) {
      if (occasion !== 'timer') this.#missed = occasion;
      return;
    }
    if (this.#due(occasion) === 'nothing') {
      this.#later(occasion);
      return;
    }
    const { session } = stored;
    const running = new AbortController();
    this.#running = running;
    const giveBack = await store.lease(session.account);
    try {
      if (running.signal.aborted) return;
      if (giveBack === null) {
        this.#soon(occasion, leaseMilliseconds);
        return;
      }
      // Another window may have asked between the last look and the lease.
      await this.#adopt(session.account);
      const due = this.#due(occasion);
      if (due === 'check') await this.#check(service, session, occasion, running.signal);
      if (due === 'balance') await this.#readBalance(service, session, running.signal);
    } catch (error) {
      if (failureOf(error)?.kind !== 'stopped') this.#ports.log.warn(`The plan could not be checked: ${String(error)}`);
    } finally {
      await giveBack?.();
      if (this.#running === running) this.#ended();
    }
  }

  /** An answer has ended and changed the figures; several that end together are asked about once. */
  answerEnded(failure: Failure | null): void {
    const isLimit = failure !== null && ['rateLimited', 'balanceExhausted', 'noPlan'].includes(failure.kind);
    if (isLimit) void this.ask('limitHit');
    else this.#soon('answerEnded', settleMilliseconds);
  }

  /** One of many answers has ended. What comes too early is not waited for: the next one ends soon. */
  stepEnded(): void {
    if (this.#running === null && this.#due('stepEnded') === 'check') void this.ask('stepEnded');
  }

  /** The window came to the front. */
  focused(): void {
    void this.ask('timer');
  }

  trusted(): void {
    if (this.#state.kind === 'restricted') this.#show({ kind: 'checking' });
    void this.ask('timer');
  }

  dispose(): void {
    this.#cancelTick();
    this.#cancelSoon();
    this.#forgetStore();
    this.#running?.abort();
  }

  /**
   * What may be asked now: a view that opens shortly after a check lacks only the balance, which no check reads unseen.
   */
  #due(occasion: Occasion): 'check' | 'balance' | 'nothing' {
    const now = this.#ports.clock.now();
    const asked = this.#record?.asked ?? nothingAsked;
    if (earliestAsk(asked, occasion, now) <= now) return 'check';
    const lacksBalance =
      occasion === 'viewOpened' && this.#record?.finding.kind === 'known' && mayAskBalance(asked, now);
    return lacksBalance ? 'balance' : 'nothing';
  }

  /**
   * It is too early: what has happened is asked about when it may, while timers and openings come again by themselves.
   */
  #later(occasion: Occasion): void {
    const now = this.#ports.clock.now();
    if (occasion !== 'timer' && occasion !== 'viewOpened' && occasion !== 'notInUse')
      this.#soon(occasion, earliestAsk(this.#record?.asked ?? nothingAsked, occasion, now) - now);
  }

  #ended(): void {
    const missed = this.#missed;
    this.#running = null;
    this.#missed = null;
    if (missed !== null) void this.ask(missed);
  }

  #soon(occasion: Occasion, milliseconds: number): void {
    this.#cancelSoon();
    this.#cancelSoon = this.#ports.clock.after(milliseconds, () => void this.ask(occasion));
  }

  #tick(): void {
    this.#cancelTick = this.#ports.clock.after(tickMilliseconds, () => this.#tick());
    if (this.#ports.isFocused()) void this.ask('timer');
  }

  async #check(
    service: Connection,
    session: SessionCredentials,
    occasion: Occasion,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, requests, store, isViewOpen } = this.#ports;
    const before = this.#record;
    const asked = before?.asked ?? nothingAsked;
    const begun = clock.now();
    const scope = scopeOf(asked, occasion, begun);
    const { checkPlan: whole, checkFigures: figuresOnly, fetchBalances: fetch } = await requests();
    const finding = await (scope === 'whole' ? whole : figuresOnly)(service, session, this.#state, signal);
    if (signal.aborted) return;
    const failure = failureIn(finding);
    if (failure !== null) this.#ports.log.warn(`The plan could not be checked: ${failure.kind}`);
    if (finding.kind === 'lapsed') {
      this.#show(finding);
      this.#ports.onLapsed(session);
      return;
    }
    const asksBalance = isViewOpen() && failure === null && mayAskBalance(asked, begun);
    const balances = asksBalance ? await fetch(service, session, signal).catch(() => null) : null;
    const after = askedAfter(asked, occasion, scope, failure, begun, clock.now());
    const record: PlanRecord = {
      finding,
      asked: asksBalance ? { ...after, balanceAt: begun } : after,
      samples: await samplesAfter(before?.samples ?? [], finding, begun, (figures) =>
        this.#ports.earlierSamples(figures, session.account),
      ),
      warned: this.#warn(finding, before?.warned ?? [], occasion),
      balances: balances === null ? (before?.balances ?? null) : { balances, readAt: clock.now() },
    };
    this.#record = record;
    this.#show(finding);
    await store.write(session.account, record);
  }

  async #readBalance(service: Connection, session: SessionCredentials, signal: AbortSignal): Promise<void> {
    const { clock, requests, store } = this.#ports;
    const before = this.#record;
    if (before === null) return;
    const begun = clock.now();
    const balances = await (await requests()).fetchBalances(service, session, signal).catch(() => null);
    if (signal.aborted) return;
    const known = balances === null ? before.balances : { balances, readAt: clock.now() };
    const record: PlanRecord = { ...before, asked: { ...before.asked, balanceAt: begun }, balances: known };
    this.#record = record;
    this.#show(record.finding);
    await store.write(session.account, record);
  }

  #warn(finding: Checked, warned: PlanRecord['warned'], occasion: Occasion): PlanRecord['warned'] {
    const figures = finding.kind === 'known' ? finding.figures : null;
    if (figures === null) return warned;
    const reading = { figures, isLimitHit: occasion === 'limitHit' };
    const due = noticesDue(reading, this.#ports.thresholds(), warned, figures.readAt);
    due.notices.forEach(this.#ports.onNotice);
    return due.warned;
  }

  /** Another window has written. */
  async #hear(account: string): Promise<void> {
    const stored = this.#ports.stored();
    if (stored.kind === 'session' && stored.session.account === account && this.#running === null)
      await this.#adopt(account);
  }

  async #adopt(account: string): Promise<void> {
    const record = await this.#ports.store.read(account);
    const stored = this.#ports.stored();
    if (record === null || stored.kind !== 'session' || stored.session.account !== account) return;
    const known = this.#record?.asked;
    const isNews = record.asked.at !== known?.at || record.asked.balanceAt !== known.balanceAt;
    this.#record = record;
    if (isNews) this.#show(record.finding);
  }

  #show(state: PlanState): void {
    this.#state = state;
    this.#ports.onState(state);
  }
}
