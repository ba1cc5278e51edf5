// One window that watches a plan at a made-up service: its requests are counted, its focus is set by the test.
import type { Balance } from '../../../src/core/plan/check/balance.ts';
import type { Checked } from '../../../src/core/plan/check/plan-check.ts';
import type { Sample } from '../../../src/core/plan/forecast/samples.ts';
import { figuresOf, type PlanState } from '../../../src/core/plan/plan-state.ts';
import type { QuotaWindow } from '../../../src/core/plan/quota-window.ts';
import { OtherPlans } from '../../../src/core/plan/watch/other-plans.ts';
import type { SignedIn } from '../../../src/core/plan/watch/plan-subject.ts';
import { PlanWatch, type Requests } from '../../../src/core/plan/watch/plan-watch.ts';
import type { Notice } from '../../../src/core/plan/watch/warnings.ts';
import type { SessionCredentials } from '../../../src/core/service/credentials/session-credentials.ts';
import type { FakeClock } from './fake-clock.ts';
import type { MemoryPlanStore } from './plan-store.ts';
import { connectTo, credentialsOf, profileOf } from './service-connection.ts';

/** What the service says, and what it was asked: one line a request. */
export class MadeUpService {
  readonly requests: string[] = [];
  /** In whose name each of them was. */
  readonly askers: string[] = [];
  usedPercent = 10;
  /** In place of figures; null while all is well. */
  trouble: Checked | null = null;
  balances: readonly Balance[] = [];
  /** What was read before the first reading of anybody. */
  earlier: readonly Sample[] = [];
  /** What every check waits for before it is answered. */
  held: Promise<unknown> = Promise.resolve();

  readonly asked: Requests = {
    checkPlan: async (connection, { account }, before) => {
      this.requests.push('subscription', 'quota');
      this.askers.push(account, account);
      await this.held;
      return this.#found(connection.clock.now(), before);
    },
    checkFigures: (connection, { account }, before) => {
      this.requests.push('quota');
      this.askers.push(account);
      return Promise.resolve(this.#found(connection.clock.now(), before));
    },
    fetchBalances: (_connection, { account }) => {
      this.requests.push('balance');
      this.askers.push(account);
      return Promise.resolve(this.balances);
    },
  };

  #found(now: number, before: PlanState): Checked {
    if (this.trouble === null) return { kind: 'known', figures: figuresAt(now, this.usedPercent) };
    const figures = figuresOf(before);
    return this.trouble.kind === 'unknown' && figures !== null
      ? { kind: 'stale', figures, failure: this.trouble.failure }
      : this.trouble;
  }
}

const hour = 60 * 60_000;

export function figuresAt(readAt: number, usedPercent: number): Extract<Checked, { kind: 'known' }>['figures'] {
  const pool: QuotaWindow = {
    type: { kind: 'fiveHours' },
    usedPercent,
    used: null,
    total: null,
    left: null,
    resetsAt: (Math.floor(readAt / (5 * hour)) + 1) * 5 * hour,
    perTool: [],
  };
  return { plan: 'coding', name: 'Coding Pro', level: 'pro', renewal: null, windows: [pool], models: [], readAt };
}

export interface PlanWindow {
  readonly watch: PlanWatch;
  readonly states: PlanState[];
  readonly notices: Notice[];
  focused: boolean;
  trusted: boolean;
  viewOpen: boolean;
  stored: SignedIn;
}

/** One of several accounts is in use. */
export interface SharedWindow extends PlanWindow {
  readonly others: OtherPlans;
  readonly lapsedOthers: SessionCredentials[];
}

/** @param session the one in use, of `all` that are signed in */
export function openSharedWindow(
  clock: FakeClock,
  store: MemoryPlanStore,
  service: MadeUpService,
  session: SessionCredentials,
  all: readonly SessionCredentials[],
): SharedWindow {
  const window = openWindow(clock, store, service, session);
  const connection = connectTo(profileOf('https://service.example'), clock);
  const lapsedOthers: SessionCredentials[] = [];
  const isInUse = ({ account }: SessionCredentials): boolean =>
    window.stored.kind === 'session' && window.stored.session.account === account;
  const others = new OtherPlans({
    clock,
    connection: () => connection,
    others: () => Promise.resolve(all.filter((one) => !isInUse(one) && !lapsedOthers.includes(one))),
    store,
    requests: () => Promise.resolve(service.asked),
    earlierSamples: () => Promise.resolve(service.earlier),
    isFocused: () => window.focused,
    isTrusted: () => window.trusted,
    onChange: () => undefined,
    onLapsed: (lapsed) => void lapsedOthers.push(lapsed),
    log: { info: () => undefined, warn: () => undefined },
  });
  return Object.assign(window, { others, lapsedOthers });
}

export function openWindow(
  clock: FakeClock,
  store: MemoryPlanStore,
  service: MadeUpService,
  session: SessionCredentials = credentialsOf(),
): PlanWindow {
  const connection = connectTo(profileOf('https://service.example'), clock);
  const window: Omit<PlanWindow, 'watch'> & { watch?: PlanWatch } = {
    states: [],
    notices: [],
    focused: true,
    trusted: true,
    viewOpen: false,
    stored: { kind: 'session', session },
  };
  const watch = new PlanWatch({
    clock,
    connection: () => connection,
    stored: () => window.stored,
    store,
    requests: () => Promise.resolve(service.asked),
    earlierSamples: () => Promise.resolve(service.earlier),
    isFocused: () => window.focused,
    isTrusted: () => window.trusted,
    isViewOpen: () => window.viewOpen,
    thresholds: () => [80],
    onState: (state) => void window.states.push(state),
    onLapsed: () => (window.stored = { kind: 'lapsed' }),
    onNotice: (notice) => void window.notices.push(notice),
    log: { info: () => undefined, warn: () => undefined },
  });
  return Object.assign(window, { watch });
}

/** Lets everything that waits for a promise of memory go on until it stands still. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
