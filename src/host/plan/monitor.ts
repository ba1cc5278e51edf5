// Knows how the watch of a plan (core/plan/plan-watch.ts) hears of this window: its focus, its trust, its settings, the
// folder it shares with other windows. What is asked, and when, is core's.
import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { outlookOf, type WindowOutlook } from '../../core/plan/outlook.ts';
import type { KnownBalances, PlanRecord } from '../../core/plan/plan-record.ts';
import type { PlanState } from '../../core/plan/plan-state.ts';
import { PlanWatch, type Requests, type SignedIn } from '../../core/plan/plan-watch.ts';
import type { Warning } from '../../core/plan/warnings.ts';
import { type Log, systemClock } from '../../core/ports.ts';
import type { Connection } from '../../core/service/connection.ts';
import type { Failure } from '../../core/service/errors.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';
import { createPlanFiles } from './plan-files.ts';
import { readThresholds, readWantsWarnings } from './plan-settings.ts';

/** A session, and the id of its person where the service has told one. */
export type KnownSession = SessionCredentials & { readonly user: { readonly sub: string } | null };

export interface MonitorParts {
  /** Where the windows of this machine's VS Code share their files. */
  readonly storage: vscode.Uri;
  readonly connection: () => Connection | null;
  readonly stored: () => { readonly kind: 'none' | 'lapsed' } | { readonly kind: 'session'; readonly session: KnownSession };
  /** Called when the service refuses the token of this very session. */
  readonly onLapsed: (session: SessionCredentials) => void;
  readonly log: Log;
}

export class PlanMonitor implements vscode.Disposable {
  readonly #watch: PlanWatch;
  readonly #changed = new vscode.EventEmitter<PlanState>();
  readonly #subscriptions: vscode.Disposable[];
  #viewOpen = false;

  readonly onDidChange = this.#changed.event;

  constructor(parts: MonitorParts) {
    this.#watch = new PlanWatch({
      clock: systemClock,
      connection: parts.connection,
      stored: () => signedIn(parts),
      store: createPlanFiles(path.join(parts.storage.fsPath, 'plan'), parts.log),
      requests: loadRequests,
      isFocused: () => vscode.window.state.focused,
      isTrusted: () => vscode.workspace.isTrusted,
      isViewOpen: () => this.#viewOpen,
      thresholds: () => (readWantsWarnings() ? readThresholds() : []),
      onState: (state) => this.#changed.fire(state),
      onLapsed: parts.onLapsed,
      onWarning: (warning) => void showWarning(warning, parts.log),
      log: parts.log,
    });
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#watch.focused();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#watch.trusted()),
    ];
  }

  get state(): PlanState {
    return this.#watch.state;
  }

  get balances(): KnownBalances | null {
    return this.#watch.record?.balances ?? null;
  }

  get samples(): PlanRecord['samples'] {
    return this.#watch.record?.samples ?? [];
  }

  /** Every window with its past and its forecast, as of `now`. */
  outlook(now: number): readonly WindowOutlook[] {
    return outlookOf(this.state, this.samples, now);
  }

  /** The service or the session is another. Never rejects. */
  async restart(): Promise<void> {
    await this.#watch.restart();
  }

  /** Somebody asked for fresh figures. Never rejects. */
  async refresh(): Promise<void> {
    await this.#watch.ask('person');
  }

  answerEnded(failure: Failure | null): void {
    this.#watch.answerEnded(failure);
  }

  viewOpened(isOpen: boolean): void {
    this.#viewOpen = isOpen;
    if (isOpen) void this.#watch.ask('viewOpened');
  }

  dispose(): void {
    this.#watch.dispose();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#changed.dispose();
  }
}

function signedIn({ connection, stored }: MonitorParts): SignedIn {
  const now = stored();
  if (now.kind !== 'session') return now;
  const { session } = now;
  // A name for a file that tells nobody who it is about.
  const person = [connection()?.profile.apiUrl ?? '', session.provider, session.user?.sub ?? ''].join('\n');
  return { kind: 'session', session, account: createHash('sha256').update(person).digest('hex').slice(0, 16) };
}

async function loadRequests(): Promise<Requests> {
  const [check, balance] = await Promise.all([import('../../core/plan/plan-check.ts'), import('../../core/plan/balance.ts')]);
  return { checkPlan: check.checkPlan, checkFigures: check.checkFigures, fetchBalances: balance.fetchBalances };
}

async function showWarning(warning: Warning, log: Log): Promise<void> {
  try {
    await (await import('./plan-warning.ts')).showPlanWarning(warning);
  } catch (error) {
    log.warn(`A warning could not be shown: ${String(error)}`);
  }
}
