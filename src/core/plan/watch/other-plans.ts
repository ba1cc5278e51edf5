// What is known of the plans of accounts that are signed in and not in use in this window: read from what windows
// share, and asked for rarely.
import type { Clock, Log } from '../../ports.ts';
import type { Connection } from '../../service/http/connection.ts';
import { failureOf } from '../../service/failure/errors.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { failureIn, samplesAfter } from './checked-record.ts';
import type { PlanFigures } from '../plan-state.ts';
import type { Finding, PlanRecord, PlanStore } from './plan-record.ts';
import type { Requests } from './plan-watch.ts';
import { askedAfter, earliestAsk, nothingAsked, scopeOf } from './refresh-policy.ts';

export interface OtherPlansPorts {
  readonly clock: Clock;
  readonly connection: () => Connection | null;
  /** The sessions that are not in use. Never rejects. */
  readonly others: () => Promise<readonly SessionCredentials[]>;
  readonly store: PlanStore;
  readonly requests: () => Promise<Requests>;
  /** See `PlanWatchPorts`. */
  readonly earlierSamples: (figures: PlanFigures, account: string) => Promise<PlanRecord['samples']>;
  readonly isFocused: () => boolean;
  readonly isTrusted: () => boolean;
  readonly onChange: () => void;
  /** Called when the service refuses the token of this very session. */
  readonly onLapsed: (session: SessionCredentials) => void;
  readonly log: Log;
}

/** One account at most is asked about at each. */
const tickMilliseconds = 60_000;

export class OtherPlans {
  readonly #ports: OtherPlansPorts;
  readonly #forgetStore: () => void;
  #cancelTick: () => void;
  #running: AbortController | null = null;
  #findings: ReadonlyMap<string, Finding> = new Map();

  constructor(ports: OtherPlansPorts) {
    this.#ports = ports;
    this.#forgetStore = ports.store.onChange((account) => void this.#hear(account));
    this.#cancelTick = ports.clock.after(tickMilliseconds, () => this.#tick());
  }

  /** By account; those of which nothing was ever found are missing. */
  get findings(): ReadonlyMap<string, Finding> {
    return this.#findings;
  }

  /** The accounts are others, or another one is in use. Never rejects. */
  async restart(): Promise<void> {
    this.#running?.abort();
    await this.#read();
  }

  dispose(): void {
    this.#cancelTick();
    this.#forgetStore();
    this.#running?.abort();
  }

  /** Another window has written. */
  async #hear(account: string): Promise<void> {
    if ((await this.#ports.others()).some((session) => session.account === account)) await this.#read();
  }

  async #read(): Promise<void> {
    const { others, store, onChange } = this.#ports;
    const findings = new Map<string, Finding>();
    for (const { account } of await others()) {
      const record = await store.read(account);
      if (record !== null) findings.set(account, record.finding);
    }
    this.#findings = findings;
    onChange();
  }

  #tick(): void {
    this.#cancelTick = this.#ports.clock.after(tickMilliseconds, () => this.#tick());
    const { isFocused, isTrusted } = this.#ports;
    if (isFocused() && isTrusted() && this.#running === null) void this.#askOne();
  }

  async #askOne(): Promise<void> {
    const { connection, others, store, log } = this.#ports;
    const running = new AbortController();
    this.#running = running;
    try {
      const service = connection();
      for (const session of service === null ? [] : await others()) {
        if (!this.#isDue(await store.read(session.account))) continue;
        if (service !== null) await this.#ask(service, session, running.signal);
        return;
      }
    } catch (error) {
      if (failureOf(error)?.kind !== 'stopped')
        log.warn(`Another account's plan could not be checked: ${String(error)}`);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  #isDue(record: PlanRecord | null): boolean {
    const now = this.#ports.clock.now();
    return earliestAsk(record?.asked ?? nothingAsked, 'notInUse', now) <= now;
  }

  async #ask(service: Connection, session: SessionCredentials, signal: AbortSignal): Promise<void> {
    const { store } = this.#ports;
    const giveBack = await store.lease(session.account);
    if (giveBack === null) return;
    try {
      // Another window may have asked between the last look and the lease.
      const record = await store.read(session.account);
      if (!signal.aborted && this.#isDue(record)) await this.#check(service, session, record, signal);
    } finally {
      await giveBack();
    }
    if (!signal.aborted) await this.#read();
  }

  async #check(
    service: Connection,
    session: SessionCredentials,
    before: PlanRecord | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, requests, store, earlierSamples, onLapsed } = this.#ports;
    const asked = before?.asked ?? nothingAsked;
    const begun = clock.now();
    const scope = scopeOf(asked, 'notInUse', begun);
    const { checkPlan, checkFigures } = await requests();
    const check = scope === 'whole' ? checkPlan : checkFigures;
    const finding = await check(service, session, before?.finding ?? { kind: 'checking' }, signal);
    if (signal.aborted) return;
    if (finding.kind === 'lapsed') {
      onLapsed(session);
      return;
    }
    await store.write(session.account, {
      finding,
      asked: askedAfter(asked, 'notInUse', scope, failureIn(finding), begun, clock.now()),
      samples: await samplesAfter(before?.samples ?? [], finding, begun, (figures) =>
        earlierSamples(figures, session.account),
      ),
      // Whoever uses the account is warned then.
      warned: before?.warned ?? [],
      balances: before?.balances ?? null,
    });
  }
}
