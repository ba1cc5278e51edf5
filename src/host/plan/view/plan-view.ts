// The plan view in the editor area: its panel, when its page gets new facts (view-facts.ts), and what the page's
// requests do.
import * as vscode from 'vscode';
import {
  parsePlanPageMessage,
  type PlanAction,
  type PlanHostMessage,
  type PlanPageMessage,
} from '../../../protocol/plan.ts';
import { type Log, systemClock } from '../../../core/ports.ts';
import { createPanel } from '../../display/titles.ts';
import { type PageKind, WebviewPage } from '../../page/webview-page.ts';
import { exportSamples } from './export-csv.ts';
import { exportUse } from './export-use.ts';
import { readUse, type Use, type UsePorts } from './read-use.ts';
import type { PlanMonitor } from '../watch/monitor.ts';
import { noteQuotaSeen } from '../watch/quota-seen.ts';
import type { OtherAccount } from '../words/other-account.ts';
import { takeRemedy } from '../words/plan-actions.ts';
import { affectsPlanSettings, readShownShare, readThresholds } from '../watch/plan-settings.ts';
import { planView } from './view-facts.ts';
import { planStrings } from './view-strings.ts';

const { l10n } = vscode;
/** Ages and countdowns grow old; a minute is the smallest unit that they show. */
const retellMilliseconds = 60_000;

export interface PlanViewPorts extends UsePorts {
  readonly extensionUri: vscode.Uri;
  readonly monitor: PlanMonitor;
  /** The name of the person who is signed in; null where nobody is, or nameless. */
  readonly account: () => Promise<string | null>;
  /** Who else is signed in. Never rejects. */
  readonly others: () => Promise<readonly OtherAccount[]>;
  /** Tokens that the API key has paid for today. */
  readonly keySpent: () => Promise<number>;
  readonly log: Log;
}

const kind: PageKind<PlanPageMessage> = { name: 'plan', strings: planStrings, parse: parsePlanPageMessage };

export class PlanViewPanel implements vscode.Disposable {
  readonly #ports: PlanViewPorts;
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: vscode.Disposable[];
  readonly #page: WebviewPage<PlanPageMessage, PlanHostMessage>;
  readonly #timer: ReturnType<typeof setInterval>;

  /** @param panel a fresh one, or one that VS Code has kept over a reload. */
  constructor(panel: vscode.WebviewPanel, ports: PlanViewPorts) {
    this.#ports = ports;
    this.#panel = panel;
    const { extensionUri, monitor, log } = ports;
    panel.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'plan-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'plan-dark.svg'),
    };
    const take = (request: PlanPageMessage): void => void this.#answer(request);
    this.#page = new WebviewPage(panel.webview, extensionUri, kind, take, systemClock, log);
    this.#subscriptions = [
      panel.onDidChangeViewState(() => this.#visibilityChanged()),
      monitor.onDidChange(() => void this.update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsPlanSettings(change)) void this.update();
      }),
    ];
    this.#timer = setInterval(() => void this.update(), retellMilliseconds);
    this.#visibilityChanged();
  }

  async #answer(request: PlanPageMessage): Promise<void> {
    switch (request.kind) {
      case 'ready':
        this.#page.arrive();
        return this.update();
      case 'pressButton':
        return this.#press(request.action);
      case 'openConversation':
        return (await this.#ports.conversations()).openById(request.id);
      case 'reportFault':
        this.#ports.log.warn(`The plan page reports: ${request.text.slice(0, 500)}`);
        return;
    }
  }

  async #press(action: PlanAction): Promise<void> {
    switch (action) {
      case 'refresh':
        return this.#ports.monitor.refresh();
      case 'exportCsv':
        return exportSamples(this.#ports.monitor.samples);
      case 'exportUse': {
        const { breakdowns, names } = await this.#use(Date.now());
        return exportUse(breakdowns, names);
      }
      case 'signIn':
      case 'connect':
      case 'setApiKey':
      case 'manageTrust':
        return takeRemedy(action);
    }
  }

  #isSeen(): boolean {
    return this.#page.isThere;
  }

  #use(now: number): Promise<Use> {
    return readUse(this.#ports.monitor, this.#ports, now);
  }

  #visibilityChanged(): void {
    if (this.#panel.visible) this.#page.expect();
    else this.#page.leave();
    this.#ports.monitor.viewOpened(this.#panel.visible);
  }

  /** Never rejects. */
  async update(): Promise<void> {
    if (!this.#isSeen()) return;
    const { monitor, account, others, keySpent } = this.#ports;
    const now = Date.now();
    const [name, also, spent, use] = await Promise.all([account(), others(), keySpent(), this.#use(now)]);
    if (!this.#isSeen()) return;
    const view = planView({
      state: monitor.state,
      forecasts: monitor.forecasts(now),
      account: name,
      others: also,
      balances: monitor.balances,
      keySpent: spent,
      use,
      hasSamples: monitor.samples.length > 0,
      isDemo: monitor.isDemo,
      shown: readShownShare(),
      thresholds: readThresholds(),
      now,
    });
    this.#page.tell({ kind: 'planShown', view });
    noteQuotaSeen(monitor.state);
  }

  /** Ends what was started here; the panel itself is the caller's. */
  dispose(): void {
    clearInterval(this.#timer);
    vscode.Disposable.from(this.#page, ...this.#subscriptions).dispose();
    this.#ports.monitor.viewOpened(false);
  }
}

const planPanelType = 'tidemark.plan';

export function createPlanPanel(): vscode.WebviewPanel {
  return createPanel(planPanelType, l10n.t('Plan and Quota'));
}
