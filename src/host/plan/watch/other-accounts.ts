// Who is signed in and not in use in this window, with what is known of their plans.
import * as vscode from 'vscode';
import { figuresOf, tightestWindow } from '../../../core/plan/plan-state.ts';
import { isUsedUp } from '../../../core/plan/quota-window.ts';
import type { OtherAccount } from '../words/other-account.ts';
import type { NamedSession, PlanMonitor } from './monitor.ts';

/** They are read every half hour; what is older than two of those nobody knows any more. */
const knownMilliseconds = 60 * 60_000;

export class OtherAccounts implements vscode.Disposable {
  readonly #others: () => Promise<readonly NamedSession[]>;
  readonly #monitor: Pick<PlanMonitor, 'others'>;
  readonly #changed = new vscode.EventEmitter<void>();
  #known: readonly OtherAccount[] = [];

  /** They were read again. */
  readonly onDidRead = this.#changed.event;

  constructor(others: () => Promise<readonly NamedSession[]>, monitor: Pick<PlanMonitor, 'others'>) {
    this.#others = others;
    this.#monitor = monitor;
  }

  /** Never rejects. */
  async read(): Promise<readonly OtherAccount[]> {
    const others = await this.#others();
    this.#known = others.map(({ session: { account }, name }) => {
      return { account, name, state: this.#monitor.others.get(account) ?? null };
    });
    this.#changed.fire();
    return this.#known;
  }

  /** Whoever has used least of their tightest limit, of those known to have something left; null where none is. */
  withSomethingLeft(now: number): OtherAccount | null {
    const usable = this.#known.flatMap((other) => {
      const figures = other.state?.kind === 'known' ? figuresOf(other.state) : null;
      const window = other.state === null || figures === null ? null : tightestWindow(other.state);
      if (window === null || figures === null || isUsedUp(window)) return [];
      return now - figures.readAt > knownMilliseconds ? [] : [{ other, used: window.usedPercent ?? 100 }];
    });
    return usable.toSorted((one, another) => one.used - another.used)[0]?.other ?? null;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
