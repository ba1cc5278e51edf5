// Connects the watch of a plan (core/plan/watch/plan-watch.ts) to this window: its focus, its trust, its settings, the
// folder it shares with other windows. It is loaded once a service is connected.
import * as vscode from 'vscode';
import path from 'node:path';
import type { WindowForecast, windowForecastsOf } from '../../../core/plan/forecast/window-forecast.ts';
import type { Finding, KnownBalances, PlanRecord } from '../../../core/plan/watch/plan-record.ts';
import type { PlanFigures, PlanState } from '../../../core/plan/plan-state.ts';
import type { OtherPlans } from '../../../core/plan/watch/other-plans.ts';
import type { PlanWatch, Requests } from '../../../core/plan/watch/plan-watch.ts';
import type { Notice } from '../../../core/plan/watch/warnings.ts';
import { type Log, systemClock } from '../../../core/ports.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import { embeddedDemo } from '../../../core/service/profile/embedded-demo.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';
import type { Failure } from '../../../core/service/failure/errors.ts';
import type { SessionCredentials } from '../../../core/service/credentials/session-credentials.ts';
import type { Person } from './plan-files.ts';
import type { CurrentNotice } from './current-notice.ts';
import type { OtherWithRoom } from './plan-notices.ts';
import type { PassingVoice } from '../../display/notification.ts';
import { LoadedOnce } from '../../loaded-once.ts';
import { planFolder } from '../../storage-folders.ts';
import { readThresholds, readWantsRefillNotices, readWantsWarnings } from './plan-settings.ts';

/** A session, and the id of its person where the service names one. */
export type KnownSession = SessionCredentials & { readonly user: { readonly sub: string } | null };

export interface NamedSession {
  readonly session: SessionCredentials;
  readonly name: string;
}

export interface MonitorPorts {
  /** Where the windows of this machine's VS Code share their files. */
  readonly storage: vscode.Uri;
  /** Where VS Code keeps what is of this window's workspace; undefined where it has none. */
  readonly workspace: vscode.Uri | undefined;
  readonly connection: () => Connection | null;
  readonly stored: () =>
    | { readonly kind: 'none' | 'lapsed' }
    | { readonly kind: 'session'; readonly session: KnownSession };
  /** The name of the person whose plan this is: untrusted text; null where it has none. Never rejects. */
  readonly account: () => Promise<string | null>;
  /** Who is signed in and not in use, with names that are inert. Never rejects. */
  readonly others: () => Promise<readonly NamedSession[]>;
  /** An account that is not in use and is known to have something left, with a name that is inert; null for none. */
  readonly elsewhere: () => OtherWithRoom | null;
  /** Called when the service refuses the token of this very session. */
  readonly onLapsed: (session: SessionCredentials) => void;
  /** Says what becomes of a limit, where the person sees it first. */
  readonly voice: () => PassingVoice;
  /** Lets what is typed in the chat wait for the reset; null where nothing is, or no reset is known. */
  readonly draftAtReset: () => (() => Promise<void>) | null;
  readonly log: Log;
}

export class PlanMonitor implements vscode.Disposable {
  readonly #ports: MonitorPorts;
  readonly #loading = new LoadedOnce(() => this.#load());
  #watch: PlanWatch | null = null;
  #others: OtherPlans | null = null;
  /** Loaded with the watch: before that there is nothing to forecast. */
  #forecastsOf: typeof windowForecastsOf | null = null;
  #isDisposed = false;
  readonly #changed = new vscode.EventEmitter<PlanState>();
  readonly #othersChanged = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #notice: CurrentNotice | null = null;
  #viewOpen = false;

  readonly onDidChange = this.#changed.event;
  readonly onDidChangeOthers = this.#othersChanged.event;

  constructor(ports: MonitorPorts) {
    this.#ports = ports;
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#watch?.focused();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#watch?.trusted()),
    ];
  }

  get state(): PlanState {
    return this.#watch?.state ?? { kind: 'notConnected' };
  }

  /** As `SessionCredentials.account` names it; null where nobody is signed in. */
  get account(): string | null {
    const stored = this.#ports.stored();
    return stored.kind === 'session' ? stored.session.account : null;
  }

  /** What is known of the plans of accounts that are not in use. */
  get others(): ReadonlyMap<string, Finding> {
    return this.#others?.findings ?? new Map();
  }

  get balances(): KnownBalances | null {
    return this.#watch?.record?.balances ?? null;
  }

  get samples(): PlanRecord['samples'] {
    return this.#watch?.record?.samples ?? [];
  }

  /** Every window with its past and its forecast, as of `now`. */
  forecasts(now: number): readonly WindowForecast[] {
    return this.#forecastsOf?.(this.state, this.samples, now) ?? [];
  }

  /**
   * The service or the session in use may be another. Never rejects.
   *
   * @param then `refresh` where a person has just chosen it, who wants to know now, not what another window knew a
   * while ago
   */
  async restart(then: 'refresh' | 'wait' = 'wait'): Promise<void> {
    if (this.#watch === null && this.#ports.connection() === null) {
      this.#changed.fire(this.state);
      return;
    }
    await this.#withWatch(async (watch) => {
      const isAnother = await watch.restart();
      void this.#others?.restart();
      if (isAnother && then === 'refresh') await watch.ask('person');
    });
  }

  /** Somebody asked for fresh figures. Never rejects. */
  async refresh(): Promise<void> {
    await this.#withWatch((watch) => watch.ask('person'));
  }

  answerEnded(failure: Failure | null): void {
    this.#watch?.answerEnded(failure);
  }

  /** An answer of a run has ended, and the next one follows. */
  stepEnded(): void {
    this.#watch?.stepEnded();
  }

  viewOpened(isOpen: boolean): void {
    this.#viewOpen = isOpen;
    if (isOpen) void this.#watch?.ask('viewOpened');
  }

  /** Never rejects. */
  async #withWatch(action: (watch: PlanWatch) => Promise<void>): Promise<void> {
    try {
      await action(await this.#loading.get());
    } catch (error) {
      this.#ports.log.warn(`The plan could not be watched: ${String(error)}`);
    }
  }

  async #load(): Promise<PlanWatch> {
    const [{ PlanWatch }, { OtherPlans }, { createPlanFiles }, { windowForecastsOf }, { CurrentNotice }] =
      await Promise.all([
        import('../../../core/plan/watch/plan-watch.ts'),
        import('../../../core/plan/watch/other-plans.ts'),
        import('./plan-files.ts'),
        import('../../../core/plan/forecast/window-forecast.ts'),
        import('./current-notice.ts'),
      ]);
    this.#notice = new CurrentNotice(() => ({ account: this.account, state: this.state }));
    this.#forecastsOf = windowForecastsOf;
    const { storage, connection, onLapsed, log } = this.#ports;
    const shared = {
      ...{ clock: systemClock, connection, onLapsed, log },
      store: createPlanFiles(path.join(storage.fsPath, planFolder), (account) => personOf(this.#ports, account), log),
      requests: loadRequests,
      earlierSamples: (figures: PlanFigures, account: string) => this.#earlierSamples(figures, account),
      isFocused: () => vscode.window.state.focused,
      isTrusted: () => vscode.workspace.isTrusted,
    };
    this.#others = new OtherPlans({
      ...shared,
      others: async () => (await this.#ports.others()).map(({ session }) => session),
      onChange: () => this.#othersChanged.fire(),
    });
    const watch = new PlanWatch({
      ...shared,
      stored: () => this.#ports.stored(),
      isViewOpen: () => this.#viewOpen,
      thresholds: () => (readWantsWarnings() ? readThresholds() : []),
      onState: (state) => {
        this.#notice?.changed();
        this.#changed.fire(state);
      },
      onNotice: (notice) => void this.#tell(notice),
    });
    this.#watch = watch;
    if (this.#isDisposed) this.#stop();
    return watch;
  }

  async #tell(notice: Notice): Promise<void> {
    if (notice.kind === 'refilled' && !readWantsRefillNotices()) return;
    try {
      await this.#notice?.replace(notice, async (over) => {
        const [{ showNotice }, whose] = await Promise.all([import('./plan-notices.ts'), this.#whose()]);
        if (over.aborted) return;
        const { voice, elsewhere, draftAtReset } = this.#ports;
        const offered = { elsewhere: elsewhere(), draftAtReset: draftAtReset() };
        await showNotice(notice, voice().until(over), { whose, ...offered });
      });
    } catch (error) {
      this.#ports.log.warn(`A notice of the plan could not be shown: ${errorName(error)}`);
    }
  }

  /** Null where one account only is signed in, of which it goes without saying. */
  async #whose(): Promise<string | null> {
    return (await this.#ports.others()).length === 0 ? null : this.#ports.account();
  }

  /** Whether all that is known of the plan is made up. */
  get isDemo(): boolean {
    return this.#ports.connection()?.audience === embeddedDemo;
  }

  async #earlierSamples(figures: PlanFigures, account: string): Promise<PlanRecord['samples']> {
    if (!this.isDemo) return [];
    const { demoReadings } = await import('../../service/demo-data.ts');
    const { storage, workspace } = this.#ports;
    return demoReadings(figures, { account, storage, workspace });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stop();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#changed.dispose();
    this.#othersChanged.dispose();
  }

  #stop(): void {
    this.#watch?.dispose();
    this.#others?.dispose();
  }
}

/** Null where it is not known who has this account. */
function personOf({ connection, stored }: MonitorPorts, account: string): Person | null {
  const service = connection();
  const now = stored();
  if (service === null || now.kind !== 'session' || now.session.account !== account) return null;
  const { provider, user } = now.session;
  return user === null ? null : { apiUrl: service.profile.apiUrl, provider, id: user.sub };
}

async function loadRequests(): Promise<Requests> {
  const [check, balance] = await Promise.all([
    import('../../../core/plan/check/plan-check.ts'),
    import('../../../core/plan/check/balance.ts'),
  ]);
  return { checkPlan: check.checkPlan, checkFigures: check.checkFigures, fetchBalances: balance.fetchBalances };
}
