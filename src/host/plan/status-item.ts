// Knows how the plan looks in the status bar: short text, colours at the thresholds, everything in words on hover. It
// does not know where the figures come from.
import * as vscode from 'vscode';
import { figuresOf, type PlanState } from '../../core/plan/plan-state.ts';
import { bindingWindow } from '../../core/plan/quota-window.ts';
import { percentText, planName, stateSentence, windowName } from './plan-text.ts';
import { planTooltip } from './plan-tooltip.ts';

const { l10n } = vscode;
const warningPercent = 80;
const exhaustedPercent = 100;
const tooltipMilliseconds = 60_000;

export class PlanStatusItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #timer: ReturnType<typeof setInterval>;
  #state: PlanState = { kind: 'notConnected' };
  #keyPays = false;

  constructor() {
    this.#item = vscode.window.createStatusBarItem('tidemark.plan', vscode.StatusBarAlignment.Right, 100);
    this.#item.name = l10n.t('Tidemark Plan and Quota');
    this.#draw();
    this.#item.show();
    // Countdowns in the tooltip grow old; a minute is the smallest unit that they show (decisions 22).
    this.#timer = setInterval(() => {
      if (vscode.window.state.focused) this.#draw();
    }, tooltipMilliseconds);
  }

  showState(state: PlanState): void {
    this.#state = state;
    this.#draw();
  }

  /** Whether prompts are answered on the API key's money at the moment. */
  showPayer(keyPays: boolean): void {
    this.#keyPays = keyPays;
    this.#draw();
  }

  #draw(): void {
    const { text, label, command } = face(this.#state);
    const paying = this.#keyPays ? ' $(key)' : '';
    this.#item.text = `${text}${paying}`;
    this.#item.command = command;
    this.#item.backgroundColor = background(this.#state);
    this.#item.tooltip = planTooltip(this.#state, this.#keyPays, Date.now());
    const payer = this.#keyPays ? ` ${l10n.t('The API key pays for answers.')}` : '';
    this.#item.accessibilityInformation = { label: `Tidemark: ${label}${payer}`, role: 'button' };
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#item.dispose();
  }
}

interface Face {
  readonly text: string;
  /** The same in words, for a screen reader. */
  readonly label: string;
  readonly command: string;
}

function face(state: PlanState): Face {
  const label = stateSentence(state);
  switch (state.kind) {
    case 'notConnected':
      return { text: '$(plug) Tidemark', label, command: 'tidemark.connect' };
    case 'signedOut':
      return { text: `$(sign-in) ${l10n.t('Sign In')}`, label, command: 'tidemark.signIn' };
    case 'lapsed':
      return { text: `$(sign-in) ${l10n.t('Sign In Again')}`, label, command: 'tidemark.signIn' };
    case 'checking':
      return { text: `$(pulse) ${l10n.t('Plan')} …`, label, command: 'tidemark.showPlan' };
    case 'known':
    case 'stale':
      return figuresFace(state);
    case 'noPlan':
      return { text: `$(circle-slash) ${l10n.t('No plan')}`, label, command: 'tidemark.showPlan' };
    case 'paymentRequired':
      return { text: `$(credit-card) ${l10n.t('Payment needed')}`, label, command: 'tidemark.showPlan' };
    case 'providerInactive':
      return { text: `$(circle-slash) ${l10n.t('Account inactive')}`, label, command: 'tidemark.showPlan' };
    case 'unknown':
      return { text: `$(question) ${l10n.t('Plan unknown')}`, label, command: 'tidemark.showPlan' };
  }
}

function figuresFace(state: PlanState & { kind: 'known' | 'stale' }): Face {
  const binding = bindingWindow(state.figures.windows);
  const name = planName(state.figures);
  const percent = percentText(binding?.usedPercent ?? null);
  const icon = state.kind === 'stale' ? '$(history)' : '$(pulse)';
  const used = binding === null ? l10n.t('{0}, quota unknown.', name) : l10n.t('{0}, {1} used of the window "{2}".', name, percent, windowName(binding));
  return {
    text: `${icon} ${inert(shortName(name))} ${padded(percent)}`,
    label: [used, stateSentence(state)].filter((part) => part !== '').join(' '),
    command: 'tidemark.showPlan',
  };
}

/** Plan names can be whole product titles; the status bar has room for the last word, which names the tier. */
function shortName(name: string): string {
  const word = name.split(/\s+/).at(-1) ?? name;
  return word.length > 12 ? `${word.slice(0, 11)}…` : word;
}

/** Figure spaces are as wide as digits, so that 9 % and 66 % take the same room. */
function padded(percent: string): string {
  return percent.padStart(3, '\u2007');
}

/** `$(…)` in the service's words would be drawn as an icon (decisions 18). */
function inert(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

function background(state: PlanState): vscode.ThemeColor | undefined {
  if (state.kind === 'lapsed') return new vscode.ThemeColor('statusBarItem.warningBackground');
  const used = bindingWindow(figuresOf(state)?.windows ?? [])?.usedPercent ?? 0;
  if (used >= exhaustedPercent) return new vscode.ThemeColor('statusBarItem.errorBackground');
  return used >= warningPercent ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
}
