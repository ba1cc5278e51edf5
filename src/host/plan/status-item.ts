// Knows how the plan looks in the status bar: short text of steady width, marks, colours at the thresholds, everything in
// words on hover and for screen readers. It does not know where the figures come from.
import * as vscode from 'vscode';
import { toneOf, type WindowOutlook } from '../../core/plan/outlook.ts';
import { figuresOf, isOutdated, type PlanState } from '../../core/plan/plan-state.ts';
import { bindingWindow } from '../../core/plan/quota-window.ts';
import { inertName } from '../display/names.ts';
import { StatusBarItem, type StatusFace } from '../display/status-bar.ts';
import { paragraph } from '../list-text.ts';
import { affectsPlanSettings, readShownShare, readThresholds } from './plan-settings.ts';
import { forecastText, planName, resetText, shareText, shareWords, stateSentence, windowName } from './plan-text.ts';
import { planTooltip } from './plan-tooltip.ts';

const { l10n } = vscode;
const tooltipMilliseconds = 60_000;

export class PlanStatusItem implements vscode.Disposable {
  readonly #item: StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];
  readonly #timer: ReturnType<typeof setInterval>;
  #state: PlanState = { kind: 'notConnected' };
  #outlook: (now: number) => readonly WindowOutlook[] = () => [];
  #keyPays = false;

  constructor() {
    this.#item = new StatusBarItem({ id: 'tidemark.plan', name: l10n.t('Tidemark Plan and Quota'), command: 'tidemark.showPlan', priority: 100 });
    this.#draw();
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsPlanSettings(change)) this.#draw();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#draw();
      }),
    ];
    // Countdowns in the tooltip grow old; a minute is the smallest unit that they show (decisions 22).
    this.#timer = setInterval(() => {
      if (vscode.window.state.focused) this.#draw();
    }, tooltipMilliseconds);
  }

  /** @param outlook gives every window's past and forecast as of a moment; it is asked again for each drawing. */
  showState(state: PlanState, outlook: (now: number) => readonly WindowOutlook[]): void {
    this.#state = state;
    this.#outlook = outlook;
    this.#draw();
  }

  /** Whether prompts are answered on the API key's money at the moment. */
  showPayer(keyPays: boolean): void {
    this.#keyPays = keyPays;
    this.#draw();
  }

  #draw(): void {
    const [now, shown, state, keyPays] = [Date.now(), readShownShare(), this.#state, this.#keyPays];
    const outlook = this.#outlook(now);
    const sentences = [...figureWords(state, outlook, shown, now), stateSentence(state), keyPays ? l10n.t('Your API key pays for answers.') : ''];
    this.#item.show({
      ...faceOf(state, shown, now),
      marks: keyPays ? ['key'] : [],
      background: background(state),
      hover: planTooltip({ state, outlook, keyPays, shown, now }),
      words: l10n.t('Tidemark: {0}', paragraph(sentences.filter((sentence) => sentence !== ''))),
    });
  }

  dispose(): void {
    clearInterval(this.#timer);
    vscode.Disposable.from(this.#item, ...this.#subscriptions).dispose();
  }
}

function faceOf(state: PlanState, shown: 'used' | 'left', now: number): StatusFace {
  switch (state.kind) {
    case 'notConnected':
      return { icon: 'plug', text: 'Tidemark' };
    case 'signedOut':
      return { icon: 'sign-in', text: l10n.t('Sign In') };
    case 'lapsed':
      return { icon: 'sign-in', text: l10n.t('Sign In Again') };
    case 'restricted':
      return { icon: 'shield', text: l10n.t('Plan') };
    case 'checking':
      return { icon: 'sync', text: l10n.t('Plan') };
    case 'known':
    case 'stale':
      return figuresFace(state, shown, now);
    case 'noPlan':
      return { icon: 'circle-slash', text: l10n.t('No Plan') };
    case 'paymentRequired':
      return { icon: 'credit-card', text: l10n.t('Payment Needed') };
    case 'providerInactive':
      return { icon: 'circle-slash', text: l10n.t('Account Inactive') };
    case 'unknown':
      return state.failure === null ? { icon: 'question', text: l10n.t('Plan Unknown') } : { icon: 'warning', text: l10n.t('Plan Not Checked') };
  }
}

function figuresFace(state: PlanState & { kind: 'known' | 'stale' }, shown: 'used' | 'left', now: number): StatusFace {
  const binding = bindingWindow(state.figures.windows);
  // The status bar says full at a hundred; how far a plan is overdrawn, the hover says.
  const usedPercent = binding?.usedPercent ?? null;
  const percent = usedPercent === null ? null : Math.min(100, usedPercent);
  const icon = isOutdated(state, now) ? 'history' : 'pulse';
  const name = shortName(planName(state.figures));
  const figure = steady(shareText(percent, shown));
  return { icon, text: `${name}\u2009${shown === 'left' && percent !== null ? l10n.t('{0} left', figure) : figure}` };
}

/** Plan names can be whole product titles; the status bar has room for the one word that names the tier, the last. */
function shortName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const telling = words.filter((word) => !/^plan$/i.test(word));
  const word = telling.at(-1) ?? words.at(-1) ?? name;
  return word.length > 12 ? `${word.slice(0, 11)}…` : word;
}

/** Figure spaces are as wide as digits: 9%, 66% and 100% take the same room, and nothing beside them moves. */
function steady(figure: string): string {
  return figure.padStart(4, '\u2007');
}

function background(state: PlanState): vscode.ThemeColor | undefined {
  if (state.kind === 'lapsed') return new vscode.ThemeColor('statusBarItem.warningBackground');
  const used = bindingWindow(figuresOf(state)?.windows ?? [])?.usedPercent ?? null;
  switch (toneOf(used, readThresholds())) {
    case 'calm':
      return undefined;
    case 'warning':
      return new vscode.ThemeColor('statusBarItem.warningBackground');
    case 'empty':
      return new vscode.ThemeColor('statusBarItem.errorBackground');
  }
}

/** The figures in words: which plan, how much of the window that binds, when it resets, how long it lasts. */
function figureWords(state: PlanState, outlook: readonly WindowOutlook[], shown: 'used' | 'left', now: number): readonly string[] {
  const figures = figuresOf(state);
  if (figures === null) return [];
  const binding = outlook.find(({ binds }) => binds);
  if (binding === undefined) return [l10n.t('{0}, quota unknown.', inertName(planName(figures)))];
  const { window, forecast } = binding;
  const share = l10n.t('{0}, {1} of the window "{2}", {3}.', inertName(planName(figures)), shareWords(window.usedPercent, shown), inertName(windowName(window)), resetText(window, now));
  return [share, forecastText(forecast, window, now)];
}
