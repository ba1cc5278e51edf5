// Creates the plan's watch, status bar item and view. It loads at every start, so nothing heavy may be imported here.
import * as vscode from 'vscode';
import { figuresOf, type PlanState, tightestWindow } from '../../core/plan/plan-state.ts';
import { isUsedUp } from '../../core/plan/quota-window.ts';
import type { Failure } from '../../core/service/failure/errors.ts';
import type { Log } from '../../core/ports.ts';
import type { CommandTable } from '../commands.ts';
import { LoadedOnce } from '../loaded-once.ts';
import type { LearnedCosts } from './costs/learned-costs.ts';
import { canRefresh } from './words/plan-actions.ts';
import { windowName } from './words/plan-text.ts';
import { readShownShare, readWantsRefillNotices } from './watch/plan-settings.ts';
import { noteQuotaSeen } from './watch/quota-seen.ts';
import { type PlanApi, publishPlan } from './published/publish-plan.ts';
import { PlanStatusItem } from './status/status-item.ts';
import { LazyPlanView } from './view/lazy-plan-view.ts';
import type { PlanViewPorts } from './view/plan-view.ts';
import { type MonitorPorts, PlanMonitor } from './watch/monitor.ts';
import type { OtherWithRoom } from './watch/plan-notices.ts';
import { OtherAccounts } from './watch/other-accounts.ts';

export interface PlanPorts extends Omit<MonitorPorts, 'elsewhere'>, Omit<PlanViewPorts, 'monitor' | 'others'> {
  /** Who is signed in, or what they are called, is another. */
  readonly onAccounts: readonly vscode.Event<unknown>[];
  readonly log: Log;
}

export interface Plan {
  readonly dispose: () => void;
  readonly monitor: PlanMonitor;
  readonly status: PlanStatusItem;
  /** What the API key has spent is another count now. */
  readonly spendingChanged: () => void;
  /** The limit that stops a prompt first; null where none is known. Its name is untrusted text. */
  readonly tightestLimit: () => {
    readonly name: string;
    readonly isUsedUp: boolean;
    readonly resetsAt: number | null;
    /** An account that is not in use and is known to have something left, with a name that is inert; null for none. */
    readonly elsewhere: OtherWithRoom | null;
  } | null;
  /** For whoever else asks the plan's models. */
  readonly forModels: {
    /** The tightest limit in a few words, for instance `34% used, resets 16:29`; empty where nothing is known. */
    readonly quotaNote: () => Promise<string>;
    /** An account that is not in use and is known to have something left, with a name that is inert; null for none. */
    readonly elsewhere: () => OtherWithRoom | null;
  };
  /** What is known of accounts that are not in use is another. */
  readonly onDidChangeOthers: vscode.Event<unknown>;
  /** Whether the account in use is known to have no plan. */
  readonly hasNoPlan: () => boolean;
  /** When it was read that no limit is used up; null where one is, or none is known. */
  readonly roomSeenAt: () => number | null;
  /** How much of that limit is used, in percent, and when that was read; null where it is not known. */
  readonly quotaReading: () => { readonly window: string; readonly used: number; readonly readAt: number } | null;
  /** Ids of the models that the plan names; empty where it names none. */
  readonly models: () => readonly string[];
  /** With the failure that ended an answer; null where it did not fail. */
  readonly answerEnded: (failure: Failure | null) => void;
  /** An answer of a run has ended, and the next one follows. */
  readonly stepEnded: () => void;
  /** What those need who wait for a reset. */
  readonly resets: {
    readonly account: () => string | null;
    /** What the service says after this instant; unknown where it was not asked since. Never rejects. */
    readonly askPlan: (
      after: number,
    ) => Promise<{ readonly kind: 'free' | 'unknown' } | { readonly kind: 'usedUp'; readonly resetsAt: number | null }>;
    readonly onWaiting: (dueAt: number | null) => void;
  };
  /** What conversations have cost, in a few words, by their ids. */
  readonly conversationUse: () => Promise<ReadonlyMap<string, string>>;
  /** What prompts take of the plan; loaded with the first who asks. */
  readonly costs: () => Promise<LearnedCosts>;
  /** For other extensions. */
  readonly api: PlanApi;
  readonly commands: Pick<
    CommandTable,
    'tidemark.showMenu' | 'tidemark.showPlan' | 'tidemark.refreshPlan' | 'tidemark.copyStatusLine'
  >;
}

/** Longer than a check takes with its pauses; what fails later, nobody has asked for. */
const patienceMilliseconds = 60_000;

async function tellRefreshed(state: PlanState): Promise<void> {
  await (await import('./status/refresh-notice.ts')).tellFailedRefresh(state);
}

function planResets(monitor: PlanMonitor, status: PlanStatusItem): Plan['resets'] {
  return {
    account: () => monitor.account,
    async askPlan(after) {
      const isFresh = (): boolean => monitor.state.kind === 'known' && monitor.state.figures.readAt > after;
      if (!isFresh()) await monitor.refresh();
      if (!isFresh()) return { kind: 'unknown' };
      const window = tightestWindow(monitor.state);
      return window !== null && isUsedUp(window) ? { kind: 'usedUp', resetsAt: window.resetsAt } : { kind: 'free' };
    },
    onWaiting: (dueAt) => status.showWaiting(dueAt),
  };
}

async function showMenu(
  { account, connection }: PlanPorts,
  others: OtherAccounts,
  monitor: PlanMonitor,
  { keyPays, waitsUntil }: PlanStatusItem,
): Promise<void> {
  const { showStatusMenu } = await import('./status/status-menu.ts');
  const now = Date.now();
  noteQuotaSeen(monitor.state);
  await showStatusMenu({
    state: monitor.state,
    forecasts: monitor.forecasts(now),
    account: await account(),
    service: connection()?.profile.name ?? null,
    others: await others.read(),
    keyPays,
    waitsUntil,
    shown: readShownShare(),
    tellsOfReset: readWantsRefillNotices(),
    now,
  });
}

function createCosts(
  monitor: PlanMonitor,
  ports: PlanPorts,
  own: (learned: vscode.Disposable) => void,
): LoadedOnce<LearnedCosts> {
  return new LoadedOnce(async () => {
    const { LearnedCosts } = await import('./costs/learned-costs.ts');
    const learned = new LearnedCosts(monitor, ports);
    own(vscode.Disposable.from(learned));
    return learned;
  });
}

export function createPlan(ports: PlanPorts): Plan {
  const { account, onAccounts, connection } = ports;
  const status = new PlanStatusItem();
  const elsewhere = (): OtherWithRoom | null => others.withSomethingLeft(Date.now());
  const monitor = new PlanMonitor({ ...ports, elsewhere });
  const published = publishPlan({ ...ports, monitor });
  const others = new OtherAccounts(ports.others, monitor);
  const view = new LazyPlanView({ ...ports, monitor, others: () => others.read() });
  const costs = createCosts(monitor, ports, (learned) => watchers.push(learned));
  /**
   * Until when somebody who asked for fresh figures waits to hear of them: the service may have to be left alone for a
   * while.
   */
  let awaitedUntil = 0;
  const showAccount = (): void =>
    void Promise.all([account(), others.read()]).then(([name, also]) =>
      status.showAccount(name, connection()?.profile.name ?? null, also),
    );
  const watchers = [
    ...[monitor.onDidChangeOthers, ...onAccounts].map((event) => event(showAccount)),
    monitor.onDidChangeOthers(() => view.update()),
    monitor.onDidChange((state) => {
      status.showState(state, (now) => monitor.forecasts(now));
      showAccount();
      if (Date.now() > awaitedUntil || state.kind === 'checking') return;
      awaitedUntil = 0;
      // What else it comes to is told by whom it concerns: that a sign-in has expired, for one.
      if (state.kind === 'stale' || state.kind === 'unknown') void tellRefreshed(state);
    }),
    vscode.window.registerWebviewPanelSerializer('tidemark.plan', view),
  ];
  return {
    monitor,
    status,
    spendingChanged: () => view.update(),
    tightestLimit() {
      const window = tightestWindow(monitor.state);
      if (window === null) return null;
      const other = isUsedUp(window) ? elsewhere() : null;
      return { name: windowName(window), isUsedUp: isUsedUp(window), resetsAt: window.resetsAt, elsewhere: other };
    },
    hasNoPlan: () => monitor.state.kind === 'noPlan',
    quotaReading: () => quotaReadingOf(monitor.state),
    roomSeenAt: () => roomSeenAt(monitor.state),
    onDidChangeOthers: others.onDidRead,
    models: () => figuresOf(monitor.state)?.models ?? [],
    answerEnded: (failure) => monitor.answerEnded(failure),
    stepEnded: () => monitor.stepEnded(),
    forModels: {
      quotaNote: async () =>
        (await import('./words/quota-note.ts')).quotaNote(tightestWindow(monitor.state), readShownShare(), Date.now()),
      elsewhere,
    },
    resets: planResets(monitor, status),
    costs: () => costs.get(),
    api: published.api,
    conversationUse: async () => (await import('./view/read-use.ts')).readConversationUse(monitor, ports, Date.now()),
    commands: {
      'tidemark.copyStatusLine': async () => (await import('./published/copy-status-line.ts')).copyStatusLine(),
      'tidemark.showMenu': () => showMenu(ports, others, monitor, status),
      'tidemark.showPlan': () => view.show(),
      'tidemark.refreshPlan': async () => {
        if (!canRefresh(monitor.state)) return tellRefreshed(monitor.state);
        awaitedUntil = Date.now() + patienceMilliseconds;
        await monitor.refresh();
      },
    },
    dispose() {
      vscode.Disposable.from(...watchers, others, published, view, monitor, status).dispose();
    },
  };
}

function quotaReadingOf(state: PlanState): ReturnType<Plan['quotaReading']> {
  const window = tightestWindow(state);
  const figures = figuresOf(state);
  const used = window?.usedPercent ?? null;
  if (window === null || figures === null || used === null) return null;
  return { window: windowName(window), used, readAt: figures.readAt };
}

function roomSeenAt(state: PlanState): number | null {
  const window = tightestWindow(state);
  const hasRoom = typeof window?.usedPercent === 'number' && !isUsedUp(window);
  return hasRoom ? (figuresOf(state)?.readAt ?? null) : null;
}
