// Knows the state of a person's plan in one window and keeps it fresh together with all other windows: one asks, the others
// read what it wrote. It does not know how VS Code tells of windows, where the shared record lies, or how a state is drawn.
import type { Clock, Log } from '../ports.ts';
import type { Connection } from '../service/connection.ts';
import { type Failure, failureOf } from '../service/errors.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import type { fetchBalances } from './balance.ts';
import type { checkFigures, checkPlan, Checked } from './plan-check.ts';
import type { PlanRecord } from './plan-record.ts';
import { type PlanState, stateOfSession } from './plan-state.ts';
import type { PlanStore } from './plan-store.ts';
import { askedAfter, earliestAsk, mayAskBalance, nothingAsked, type Occasion, scopeOf } from './refresh-policy.ts';
import { sampleOf, withSample } from './samples.ts';
import { type Warning, warningsDue } from './warnings.ts';

/** What the plan needs to know of the account: whether there is a session, its credentials, and a name to file it under. */
export type SignedIn =
  | { readonly kind: 'none' | 'lapsed' }
  | { readonly kind: 'session'; readonly session: SessionCredentials; readonly account: string };

/** The requests of a check; loaded on first use. */
export interface Requests {
  readonly checkPlan: typeof checkPlan;
  readonly checkFigures: typeof checkFigures;
  readonly fetchBalances: typeof fetchBalances;
}

export interface PlanWatchParts {
  readonly clock: Clock;
  readonly connection: () => Connection | null;
  readonly stored: () => SignedIn;
  readonly store: PlanStore;
  readonly requests: () => Promise<Requests>;
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
  /** Called in one window only, once a window, cycle and threshold. */
  readonly onWarning: (warning: Warning) => void;
  readonly log: Log;
}

/** How often a focused window looks whether the five minutes are over. */
const tickMilliseconds = 30_000;
/** Quota figures settle a moment after an answer has ended. */
const settleMilliseconds = 2000;
/** When to look again after another window was found asking. */
const leaseMilliseconds = 2000;

/** Whose plan it is, at which service; compared by identity. */
interface Subject {
  readonly service: Connection | null;
  readonly kind: SignedIn['kind'];
  readonly token: SessionCredentials['businessToken'] | null;
}

export class PlanWatch {
  readonly #parts: PlanWatchParts;
  readonly #forgetStore: () => void;
  #cancelTick: () => void;
  #cancelSoon: () => void = () => undefined;
  #running: AbortController | null = null;
  /** What happened while a check was running, which may have come too late for it. */
  #missed: Occasion | null = null;
  #record: PlanRecord | null = null;
  #state: PlanState = { kind: 'notConnected' };
  #subject: Subject | null = null;

  constructor(parts: PlanWatchParts) {
    this.#parts = parts;
    this.#forgetStore = parts.store.onChange((account) => void this.#hear(account));
    this.#cancelTick = parts.clock.after(tickMilliseconds, () => this.#tick());
  }

  get state(): PlanState {
    return this.#state;
  }

  /** What windows share of this account; null before it was read. */
  get record(): PlanRecord | null {
    return this.#record;
  }

  /** The service or the session may be another: where it is, what was known does not hold any more. Never rejects. */
  async restart(): Promise<void> {
    const [service, stored] = [this.#parts.connection(), this.#parts.stored()];
    const subject: Subject = { service, kind: stored.kind, token: stored.kind === 'session' ? stored.session.businessToken : null };
    if (isSame(this.#subject, subject)) return;
    this.#subject = subject;
    this.#running?.abort();
    this.#running = null;
    this.#missed = null;
    this.#cancelSoon();
    this.#record = null;
    this.#show(service === null ? { kind: 'notConnected' } : stateOfSession(stored));
    if (stored.kind === 'session') await this.#adopt(stored.account);
    await this.ask('timer');
  }

  /**
   * Asks the service, unless another window just did or the time for it has not come. Never rejects; without a session, or
   * in a folder that is not trusted, nothing is sent.
   */
  async ask(occasion: Occasion): Promise<void> {
    const { connection, stored, isTrusted, store } = this.#parts;
    const [service, account] = [connection(), stored()];
    if (service === null || account.kind !== 'session') return;
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
    const running = new AbortController();
    this.#running = running;
    const giveBack = await store.lease(account.account);
    try {
      if (running.signal.aborted) return;
      if (giveBack === null) {
        this.#soon(occasion, leaseMilliseconds);
        return;
      }
      // Another window may have asked between the last look and the lease.
      await this.#adopt(account.account);
      const due = this.#due(occasion);
      if (due === 'check') await this.#check(service, account, occasion, running.signal);
      if (due === 'balance') await this.#readBalance(service, account, running.signal);
    } catch (error) {
      if (failureOf(error)?.kind !== 'stopped') this.#parts.log.warn(`The plan could not be checked: ${String(error)}`);
    } finally {
      await giveBack?.();
      if (this.#running === running) this.#ended();
    }
  }

  /** An answer has ended and changed the figures; several that end together are asked about once. */
  answerEnded(failure: Failure | null): void {
    const isLimit = failure?.kind === 'rateLimited' || failure?.kind === 'balanceExhausted';
    if (isLimit) void this.ask('limitHit');
    else this.#soon('answerEnded', settleMilliseconds);
  }

  /** The window came to the front. */
  focused(): void {
    void this.ask('timer');
  }

  /** The folder is trusted now. */
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

  /** What may be asked now: a view that opens shortly after a check lacks only the balance, which no check reads unseen. */
  #due(occasion: Occasion): 'check' | 'balance' | 'nothing' {
    const now = this.#parts.clock.now();
    const asked = this.#record?.asked ?? nothingAsked;
    if (earliestAsk(asked, occasion, now) <= now) return 'check';
    const lacksBalance = occasion === 'viewOpened' && this.#record?.finding.kind === 'known' && mayAskBalance(asked, now);
    return lacksBalance ? 'balance' : 'nothing';
  }

  /** It is too early: what has happened is asked about when it may, while timers and openings come again by themselves. */
  #later(occasion: Occasion): void {
    const now = this.#parts.clock.now();
    if (occasion !== 'timer' && occasion !== 'viewOpened') this.#soon(occasion, earliestAsk(this.#record?.asked ?? nothingAsked, occasion, now) - now);
  }

  #ended(): void {
    const missed = this.#missed;
    this.#running = null;
    this.#missed = null;
    if (missed !== null) void this.ask(missed);
  }

  #soon(occasion: Occasion, milliseconds: number): void {
    this.#cancelSoon();
    this.#cancelSoon = this.#parts.clock.after(milliseconds, () => void this.ask(occasion));
  }

  #tick(): void {
    this.#cancelTick = this.#parts.clock.after(tickMilliseconds, () => this.#tick());
    if (this.#parts.isFocused()) void this.ask('timer');
  }

  async #check(service: Connection, account: SignedIn & { kind: 'session' }, occasion: Occasion, signal: AbortSignal): Promise<void> {
    const { clock, requests, store, isViewOpen } = this.#parts;
    const before = this.#record;
    const asked = before?.asked ?? nothingAsked;
    const begun = clock.now();
    const scope = scopeOf(asked, occasion, begun);
    const { checkPlan: whole, checkFigures: figuresOnly, fetchBalances: fetch } = await requests();
    const finding = await (scope === 'whole' ? whole : figuresOnly)(service, account.session, this.#state, signal);
    if (signal.aborted) return;
    if (finding.kind === 'lapsed') {
      this.#show(finding);
      this.#parts.onLapsed(account.session);
      return;
    }
    const asksBalance = isViewOpen() && failureIn(finding) === null && mayAskBalance(asked, begun);
    const balances = asksBalance ? await fetch(service, account.session, signal).catch(() => null) : null;
    const after = askedAfter(asked, occasion, scope, failureIn(finding), begun, clock.now());
    const record: PlanRecord = {
      finding,
      asked: asksBalance ? { ...after, balanceAt: begun } : after,
      samples: this.#samplesWith(finding, begun),
      warned: this.#warn(finding, before?.warned ?? []),
      balances: balances === null ? (before?.balances ?? null) : { balances, readAt: clock.now() },
    };
    this.#record = record;
    this.#show(finding);
    await store.write(account.account, record);
  }

  async #readBalance(service: Connection, account: SignedIn & { kind: 'session' }, signal: AbortSignal): Promise<void> {
    const { clock, requests, store } = this.#parts;
    const before = this.#record;
    if (before === null) return;
    const begun = clock.now();
    const balances = await (await requests()).fetchBalances(service, account.session, signal).catch(() => null);
    if (signal.aborted) return;
    const known = balances === null ? before.balances : { balances, readAt: clock.now() };
    const record: PlanRecord = { ...before, asked: { ...before.asked, balanceAt: begun }, balances: known };
    this.#record = record;
    this.#show(record.finding);
    await store.write(account.account, record);
  }

  #samplesWith(finding: Checked, now: number): PlanRecord['samples'] {
    const samples = this.#record?.samples ?? [];
    const figures = finding.kind === 'known' ? finding.figures : null;
    return figures === null || figures.windows.length === 0 || figures.readAt < now ? samples : withSample(samples, sampleOf(figures));
  }

  #warn(finding: Checked, warned: PlanRecord['warned']): PlanRecord['warned'] {
    const figures = finding.kind === 'known' ? finding.figures : null;
    if (figures === null) return warned;
    const due = warningsDue(figures, this.#parts.thresholds(), warned, figures.readAt);
    for (const warning of due.warnings) this.#parts.onWarning(warning);
    return due.warned;
  }

  /** Another window has written. */
  async #hear(account: string): Promise<void> {
    const stored = this.#parts.stored();
    if (stored.kind === 'session' && stored.account === account && this.#running === null) await this.#adopt(account);
  }

  async #adopt(account: string): Promise<void> {
    const record = await this.#parts.store.read(account);
    const stored = this.#parts.stored();
    if (record === null || stored.kind !== 'session' || stored.account !== account) return;
    const known = this.#record?.asked;
    const isNews = record.asked.at !== known?.at || record.asked.balanceAt !== known.balanceAt;
    this.#record = record;
    if (isNews) this.#show(record.finding);
  }

  #show(state: PlanState): void {
    this.#state = state;
    this.#parts.onState(state);
  }
}

/** Why a check found nothing new; null where it did. A plan that cannot be asked for at all has not failed. */
function failureIn(finding: Checked): Failure | null {
  return finding.kind === 'stale' || finding.kind === 'unknown' ? finding.failure : null;
}

function isSame(before: Subject | null, now: Subject): boolean {
  return before !== null && before.service === now.service && before.kind === now.kind && before.token === now.token;
}
