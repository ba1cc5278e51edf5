// What prompts take of the plan, learned anew with each reading of it, in words. Loaded with the chat.
import * as vscode from 'vscode';
import { beginOfDays } from '../../../core/plan/breakdown/plan-breakdowns.ts';
import { PlanCosts, type PromptTokens } from '../../../core/plan/cost/plan-costs.ts';
import { figuresOf } from '../../../core/plan/plan-state.ts';
import type { Log } from '../../../core/ports.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';
import type { CountedAnswer } from '../../../core/usage/counted-answer.ts';
import type { PlanMonitor } from '../watch/monitor.ts';
import { type CostText, costText, type RunCostText, runCostText, timesText } from '../words/cost-text.ts';

export interface CostPorts {
  /** The answers that ended after an instant, in milliseconds since the epoch. */
  readonly answersSince: (from: number) => Promise<readonly CountedAnswer[]>;
  readonly log: Log;
}

export class LearnedCosts implements vscode.Disposable {
  readonly #monitor: PlanMonitor;
  readonly #ports: CostPorts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #costs: PlanCosts | null = null;
  /** What was learned from last. */
  #samples: PlanMonitor['samples'] | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(monitor: PlanMonitor, ports: CostPorts) {
    this.#monitor = monitor;
    this.#ports = ports;
    this.#subscription = monitor.onDidChange(() => void this.#learn());
    void this.#learn();
  }

  /** @param isStep whether it is a step of an agent, which takes several. @returns null where nothing can be said. */
  ofPrompt(prompt: PromptTokens, isStep: boolean): CostText | null {
    return costText(this.#costs?.ofPrompt(prompt) ?? [], isStep);
  }

  /**
   * What the answers of a run took so far, whose plan pays; null where nothing can be said. Never rejects.
   *
   * @param since when it began, in milliseconds since the epoch
   */
  async ofRun(conversation: string, since: number): Promise<RunCostText | null> {
    const { account } = this.#monitor;
    const answers = await this.#ports.answersSince(since - 1);
    const own = answers.filter(
      (one) => one.conversation === conversation && one.origin === 'agent' && isPaidBy(one, account),
    );
    return runCostText(this.#costs?.ofAnswers(own) ?? []);
  }

  /** Of a model beside the one that takes the least; empty where nothing can be said. */
  ofModel(id: string, offered: readonly { readonly id: string; readonly name: string }[]): string {
    const ids = offered.map((model) => model.id);
    const found = this.#costs?.timesAsMuch(id, ids) ?? null;
    const base = offered.find((model) => model.id === found?.base);
    return found === null || base === undefined ? '' : timesText(found.times.about, base.name);
  }

  /** Never rejects. */
  async #learn(): Promise<void> {
    const { samples, account, state } = this.#monitor;
    const figures = figuresOf(state);
    if (samples === this.#samples && (figures === null) === (this.#costs === null)) return;
    this.#samples = samples;
    try {
      const now = Date.now();
      const answers = figures === null ? [] : await this.#ports.answersSince(beginOfDays('month', now));
      // Meanwhile the service was read again, or somebody else has signed in.
      if (this.#samples !== samples || this.#monitor.account !== account) return;
      const own = answers.filter((answer) => isPaidBy(answer, account));
      this.#costs = figures === null ? null : PlanCosts.learn(figures.windows, samples, own, now);
      this.#changed.fire();
    } catch (error) {
      this.#ports.log.warn(`What prompts take could not be learned: ${errorName(error)}`);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function isPaidBy({ payer, account }: CountedAnswer, own: string | null): boolean {
  return payer === 'plan' && account === own;
}
