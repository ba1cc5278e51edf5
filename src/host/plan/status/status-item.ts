// The plan in the status bar: short text of steady width, colours at the thresholds, everything in words on hover and
// for screen readers.
import * as vscode from 'vscode';
import type { WindowForecast } from '../../../core/plan/forecast/window-forecast.ts';
import { toneOf } from '../../../core/plan/quota-window.ts';
import { figuresOf, isOutdated, tightestWindow, type PlanState } from '../../../core/plan/plan-state.ts';
import { afterStart } from '../../after-start.ts';
import { inertName } from '../../display/names.ts';
import { StatusBarItem, type StatusFace } from '../../display/status-bar.ts';
import { paragraph } from '../../words/list-text.ts';
import { affectsPlanSettings, readShownShare, readThresholds } from '../watch/plan-settings.ts';
import {
  forecastText,
  planName,
  resetText,
  shareText,
  shareWords,
  stateSentence,
  waitingText,
  windowName,
} from '../words/plan-text.ts';
import type { OtherAccount } from '../words/other-account.ts';
import type { StatusFacts } from './plan-tooltip.ts';

const { l10n } = vscode;
const tooltipMilliseconds = 60_000;

export class PlanStatusItem implements vscode.Disposable {
  readonly #item: StatusBarItem;
  readonly #subscriptions: vscode.Disposable[];
  readonly #timer: ReturnType<typeof setInterval>;
  #state: PlanState = { kind: 'checking' };
  #forecasts: (now: number) => readonly WindowForecast[] = () => [];
  #keyPays = false;
  #account: string | null = null;
  #service: string | null = null;
  #others: readonly OtherAccount[] = [];
  #isSigningIn = false;
  #waitsUntil: number | null = null;

  constructor() {
    this.#item = new StatusBarItem({
      id: 'tidemark.plan',
      name: l10n.t('Tidemark Plan and Quota'),
      priority: 100,
    });
    this.#draw();
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsPlanSettings(change)) this.#draw();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#draw();
      }),
    ];
    // Countdowns in the tooltip grow old; a minute is the smallest unit that they show (docs/decisions.md#22).
    this.#timer = setInterval(() => {
      if (vscode.window.state.focused) this.#draw();
    }, tooltipMilliseconds);
  }

  /** @param forecasts gives every window's past and forecast as of a moment; it is called again for each drawing. */
  showState(state: PlanState, forecasts: (now: number) => readonly WindowForecast[]): void {
    this.#state = state;
    this.#forecasts = forecasts;
    this.#draw();
  }

  /** Whose plan it is, at which service: untrusted text; null where not known. And who else is signed in. */
  showAccount(account: string | null, service: string | null, others: readonly OtherAccount[]): void {
    this.#account = account;
    this.#service = service;
    this.#others = others;
    this.#draw();
  }

  /** Whether prompts are answered on the API key's money at the moment. */
  showPayer(keyPays: boolean): void {
    this.#keyPays = keyPays;
    this.#draw();
  }

  get keyPays(): boolean {
    return this.#keyPays;
  }

  /** When a prompt that waits for the reset is sent, in milliseconds since the epoch; null where none waits. */
  showWaiting(dueAt: number | null): void {
    this.#waitsUntil = dueAt;
    this.#draw();
  }

  get waitsUntil(): number | null {
    return this.#waitsUntil;
  }

  /** Whether a sign-in waits for the browser: whatever lies over its dialog, this leads back to it. */
  showSigningIn(isSigningIn: boolean): void {
    this.#isSigningIn = isSigningIn;
    this.#draw();
  }

  #draw(): void {
    const now = Date.now();
    const shown = readShownShare();
    const state = this.#state;
    const keyPays = this.#keyPays;
    const forecasts = this.#forecasts(now);
    const sentences = [
      this.#isSigningIn ? l10n.t('Signing in: continue in your browser.') : '',
      ...figureWords(state, forecasts, shown, now),
      stateSentence(state),
      keyPays ? l10n.t('Your API key pays for answers.') : '',
      this.#waitsUntil === null ? '' : waitingText(this.#waitsUntil, now),
    ];
    this.#item.show({
      ...(this.#isSigningIn ? signingInFace() : faceOf(state, shown, now)),
      command: this.#isSigningIn || isSignedOut(state) ? 'tidemark.signIn' : 'tidemark.showMenu',
      marks: [...(keyPays ? ['key'] : []), ...(this.#waitsUntil === null ? [] : ['watch'])],
      background: background(state),
      words: l10n.t('Tidemark: {0}', paragraph(sentences.filter((sentence) => sentence !== ''))),
    });
    const whose = { account: this.#account, service: this.#service, others: this.#others };
    void this.#drawHover({ ...whose, state, forecasts, keyPays, waitsUntil: this.#waitsUntil, shown, now });
  }

  /** Nobody points at the item before a start is over, so that what draws the hover is no part of it. */
  async #drawHover(facts: StatusFacts): Promise<void> {
    await afterStart();
    const { planTooltip } = await import('./plan-tooltip.ts');
    this.#item.showHover(planTooltip(facts));
  }

  dispose(): void {
    clearInterval(this.#timer);
    vscode.Disposable.from(this.#item, ...this.#subscriptions).dispose();
  }
}

/** There the item says Sign In, and does. */
function isSignedOut({ kind }: PlanState): boolean {
  return kind === 'signedOut' || kind === 'lapsed';
}

function signingInFace(): StatusFace {
  return { icon: 'loading~spin', text: l10n.t('Signing In…') };
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
      return state.failure === null
        ? { icon: 'question', text: l10n.t('Plan Unknown') }
        : { icon: 'warning', text: l10n.t('Plan Not Checked') };
  }
}

function figuresFace(state: PlanState & { kind: 'known' | 'stale' }, shown: 'used' | 'left', now: number): StatusFace {
  const binding = tightestWindow(state);
  const percent = binding?.usedPercent ?? null;
  const icon = isOutdated(state, now) ? 'history' : 'pulse';
  const name = shortName(planName(state.figures));
  const figure = steady(shareText(percent, shown));
  const share = shown === 'left' ? l10n.t('{0} left', figure) : l10n.t('{0} used', figure);
  return { icon, text: `${name}\u2009${percent === null ? figure : share}` };
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
  const binding = tightestWindow(state);
  switch (binding === null ? 'calm' : toneOf(binding, readThresholds())) {
    case 'calm':
      return undefined;
    case 'warning':
      return new vscode.ThemeColor('statusBarItem.warningBackground');
    case 'empty':
      return new vscode.ThemeColor('statusBarItem.errorBackground');
  }
}

/** The figures in words: which plan, how much of the tightest limit, when it resets, how long it lasts. */
function figureWords(
  state: PlanState,
  forecasts: readonly WindowForecast[],
  shown: 'used' | 'left',
  now: number,
): readonly string[] {
  const figures = figuresOf(state);
  if (figures === null) return [];
  const binding = forecasts.find(({ binds }) => binds);
  if (binding === undefined) return [l10n.t('{0}, quota unknown.', inertName(planName(figures)))];
  const { window, forecast } = binding;
  const share = l10n.t(
    '{0}: {2}, {1}, {3}.',
    inertName(planName(figures)),
    shareWords(window.usedPercent, shown),
    inertName(windowName(window)),
    resetText(window, now),
  );
  return [share, forecastText(forecast, window, now)];
}
