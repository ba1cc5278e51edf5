// Knows the state of the person's plan in this window and when it is asked for anew; not how it is shown.
import * as vscode from 'vscode';
import { type PlanState, stateOfSession } from '../../core/plan/plan-state.ts';
import type { Log } from '../../core/ports.ts';
import type { Connection } from '../../core/service/connection.ts';
import { failureOf } from '../../core/service/errors.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';

const refreshMilliseconds = 5 * 60_000;
/** Quota figures settle a moment after an answer has ended. */
const afterAnswerMilliseconds = 2000;

/** What the plan needs to know of the account: whether there is a session, and its credentials. */
export type SignedIn =
  | { readonly kind: 'none' | 'lapsed' }
  | { readonly kind: 'session'; readonly session: SessionCredentials };

export interface MonitorParts {
  readonly connection: () => Connection | null;
  readonly stored: () => SignedIn;
  /** Called when the service refuses the token of this very session. */
  readonly onLapsed: (session: SessionCredentials) => void;
  readonly log: Log;
}

export class PlanMonitor implements vscode.Disposable {
  readonly #parts: MonitorParts;
  readonly #changed = new vscode.EventEmitter<PlanState>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #watcher: vscode.Disposable;
  #running: AbortController | null = null;
  #pending: ReturnType<typeof setTimeout> | undefined;
  #checkedAt = 0;
  #state: PlanState = { kind: 'notConnected' };

  readonly onDidChange = this.#changed.event;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => {
      if (vscode.window.state.focused) void this.refresh();
    }, refreshMilliseconds);
    this.#watcher = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && Date.now() - this.#checkedAt >= refreshMilliseconds) void this.refresh();
    });
  }

  get state(): PlanState {
    return this.#state;
  }

  /** The service or the session is another: what was known does not hold any more. */
  async restart(): Promise<void> {
    this.#running?.abort();
    this.#running = null;
    const connected = this.#parts.connection() !== null;
    this.#show(connected ? stateOfSession(this.#parts.stored()) : { kind: 'notConnected' });
    await this.refresh();
  }

  /** Asks the service, unless it is being asked already. Never rejects; without a session nothing is sent. */
  async refresh(): Promise<void> {
    const connection = this.#parts.connection();
    const stored = this.#parts.stored();
    if (connection === null || stored.kind !== 'session' || this.#running !== null) return;
    const running = new AbortController();
    this.#running = running;
    this.#checkedAt = Date.now();
    try {
      const { checkPlan } = await import('../../core/plan/plan-check.ts');
      const state = await checkPlan(connection, stored.session, this.#state, running.signal);
      if (running.signal.aborted) return;
      this.#show(state);
      if (state.kind === 'lapsed') this.#parts.onLapsed(stored.session);
    } catch (error) {
      if (failureOf(error)?.kind !== 'stopped') this.#parts.log.warn(`The plan could not be checked: ${String(error)}`);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  /** Soon, and once for several calls: an answer has changed the figures. */
  refreshSoon(): void {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => void this.refresh(), afterAnswerMilliseconds);
  }

  #show(state: PlanState): void {
    this.#state = state;
    this.#changed.fire(state);
  }

  dispose(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#pending);
    this.#running?.abort();
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}
