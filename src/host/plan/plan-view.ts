// Knows the plan view in the editor area: it fills the panel, tells its page what is known while it can be seen, and fulfils
// its requests. What is told is view-facts.ts's.
import * as vscode from 'vscode';
import { parsePlanPageMessage, type PlanAction, type PlanHostMessage } from '../../core/plan/view-messages.ts';
import type { Log } from '../../core/ports.ts';
import { createPanel } from '../display/titles.ts';
import { pageDocument, pageOptions } from '../page-document.ts';
import { exportSamples } from './export-csv.ts';
import type { PlanMonitor } from './monitor.ts';
import { affectsPlanSettings, readShownShare, readThresholds } from './plan-settings.ts';
import { planView } from './view-facts.ts';
import { planStrings } from './view-strings.ts';

const { l10n } = vscode;
/** Ages and countdowns grow old; a minute is the smallest unit that they show. */
const retellMilliseconds = 60_000;

export interface PlanViewParts {
  readonly extensionUri: vscode.Uri;
  readonly monitor: PlanMonitor;
  /** The name of the person who is signed in; null where nobody is, or nameless. */
  readonly account: () => Promise<string | null>;
  /** Tokens that the API key has paid for today. */
  readonly keySpent: () => number;
  readonly log: Log;
}

export class PlanViewPanel implements vscode.Disposable {
  readonly #parts: PlanViewParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: vscode.Disposable[];
  readonly #timer: ReturnType<typeof setInterval>;
  #isReady = false;

  /** @param panel a fresh one, or one that VS Code has kept over a reload. */
  constructor(panel: vscode.WebviewPanel, parts: PlanViewParts) {
    this.#parts = parts;
    this.#panel = panel;
    const { extensionUri, monitor } = parts;
    panel.iconPath = { light: vscode.Uri.joinPath(extensionUri, 'media', 'plan-light.svg'), dark: vscode.Uri.joinPath(extensionUri, 'media', 'plan-dark.svg') };
    panel.webview.options = pageOptions(extensionUri);
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((data: unknown) => void this.#receive(data)),
      panel.onDidChangeViewState(() => this.#visibilityChanged()),
      monitor.onDidChange(() => void this.#tell()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsPlanSettings(change)) void this.#tell();
      }),
    ];
    this.#timer = setInterval(() => void this.#tell(), retellMilliseconds);
    panel.webview.html = pageDocument(panel.webview, extensionUri, 'plan', planStrings());
    monitor.viewOpened(panel.visible);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  async #receive(data: unknown): Promise<void> {
    const message = parsePlanPageMessage(data);
    switch (message?.kind) {
      case undefined:
        this.#parts.log.warn('The plan page sent something that is not a message.');
        return;
      case 'ready':
        this.#isReady = true;
        return this.#tell();
      case 'pressButton':
        return this.#press(message.action);
      case 'reportFault':
        this.#parts.log.warn(`The plan page reports: ${message.text.slice(0, 500)}`);
        return;
    }
  }

  async #press(action: PlanAction): Promise<void> {
    switch (action) {
      case 'refresh':
        return this.#parts.monitor.refresh();
      case 'exportCsv':
        return exportSamples(this.#parts.monitor.samples);
      case 'manageTrust':
        await vscode.commands.executeCommand('workbench.trust.manage');
        return;
      case 'signIn':
      case 'connect':
      case 'setApiKey':
        await vscode.commands.executeCommand(`tidemark.${action}`);
    }
  }

  /** VS Code discards a hidden page; when it is shown again, the page says that it is ready anew. */
  #visibilityChanged(): void {
    if (!this.#panel.visible) this.#isReady = false;
    this.#parts.monitor.viewOpened(this.#panel.visible);
  }

  async #tell(): Promise<void> {
    const { monitor, account, keySpent } = this.#parts;
    const name = await account();
    if (!this.#isReady) return;
    const now = Date.now();
    const view = planView({
      state: monitor.state,
      outlook: monitor.outlook(now),
      account: name,
      balances: monitor.balances,
      keySpent: keySpent(),
      hasSamples: monitor.samples.length > 0,
      shown: readShownShare(),
      thresholds: readThresholds(),
      now,
    });
    const message: PlanHostMessage = { kind: 'planShown', view };
    void this.#panel.webview.postMessage(message);
  }

  /** Ends what was started here; the panel itself is the caller's. */
  dispose(): void {
    clearInterval(this.#timer);
    this.#isReady = false;
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#parts.monitor.viewOpened(false);
  }
}

const planPanelType = 'tidemark.plan';

export function createPlanPanel(): vscode.WebviewPanel {
  return createPanel(planPanelType, l10n.t('Plan and Quota'));
}
