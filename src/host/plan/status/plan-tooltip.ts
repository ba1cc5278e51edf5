// The hover over the status bar item: every window with its bar, numbers, reset and forecast.
import * as vscode from 'vscode';
import type { WindowForecast } from '../../../core/plan/forecast/window-forecast.ts';
import { figuresOf, isOutdated, type PlanState } from '../../../core/plan/plan-state.ts';
import type { CommandLink } from '../../display/hover.ts';
import { createHover, type HoverLine, type HoverPiece } from '../../display/hover.ts';
import { inertName } from '../../display/names.ts';
import type { OtherAccount } from '../words/other-account.ts';
import { canRefresh, remedies } from '../words/plan-actions.ts';
import {
  ageText,
  amountText,
  forecastText,
  otherPlanText,
  planName,
  resetText,
  shareWords,
  stateSentence,
  waitingText,
  windowName,
} from '../words/plan-text.ts';

const { l10n } = vscode;
/** Characters of a bar where a line holds little else. */
const wideBar = 22;

export interface StatusFacts {
  readonly state: PlanState;
  readonly forecasts: readonly WindowForecast[];
  /** The name of the person who is signed in: untrusted text; null where nobody is, or nameless. */
  readonly account: string | null;
  /** The name of the service, of its profile; null where none is connected. */
  readonly service: string | null;
  /** Who else is signed in. */
  readonly others: readonly OtherAccount[];
  readonly keyPays: boolean;
  /** When a prompt that waits for the reset is sent, in milliseconds since the epoch; null where none waits. */
  readonly waitsUntil: number | null;
  readonly shown: 'used' | 'left';
  readonly now: number;
}

export function planTooltip(facts: StatusFacts): vscode.MarkdownString {
  const { state, forecasts, account, service, others, keyPays, waitsUntil, now } = facts;
  const whose = account === null ? [] : [account, service].filter((name) => name !== null).map(inertName);
  const figures = figuresOf(state);
  const open: CommandLink = { label: l10n.t('Open Plan'), command: 'tidemark.showPlan' };
  const refresh: CommandLink = { label: l10n.t('Refresh'), command: 'tidemark.refreshPlan' };
  const links = [open, ...(canRefresh(state) ? [refresh] : []), ...remedies(state)];
  const sentence = stateSentence(state);
  return createHover([
    [[{ kind: 'bold', text: figures === null ? 'Tidemark' : planName(figures) }]],
    ...(whose.length === 0 ? [] : [[[whose.join(' · ')]]]),
    ...(sentence === '' ? [] : [[[sentence]]]),
    ...(keyPays ? [[[icon('key'), l10n.t('Your API key pays for answers at the moment.')]]] : []),
    ...(waitsUntil === null ? [] : [[[icon('watch'), waitingText(waitsUntil, now)]]]),
    ...forecasts.map((window) => windowParagraph(window, facts)),
    ...(others.length === 0 ? [] : [otherLines(facts)]),
    ...(figures === null ? [] : [[footer(state, figures.renewal, ageText(figures, now), now)]]),
    [
      links.flatMap(
        (link, index): HoverLine => [
          ...(index === 0 ? [] : [' · ']),
          { kind: 'link', label: link.label, command: link.command },
        ],
      ),
    ],
  ]);
}

function windowParagraph(
  { window, binds, forecast }: WindowForecast,
  { shown, now }: StatusFacts,
): readonly HoverLine[] {
  const { usedPercent } = window;
  const name = inertName(windowName(window));
  const title = binds ? `${name} · ${l10n.t('tightest limit')}` : name;
  const details = [amountText(window, shown), resetText(window, now)].filter((part) => part !== '').join(' · ');
  // That nothing can be said yet is said once, where it matters.
  const isSilent = forecast.kind === 'unknown' && !binds;
  const ahead = isSilent ? '' : forecastText(forecast, window, now);
  const lines: HoverLine[] = [
    [title],
    [
      { kind: 'bar', text: bar(usedPercent, shown, wideBar) },
      ' ',
      { kind: 'bold', text: shareWords(usedPercent, shown) },
    ],
    [details],
  ];
  return [...lines, ...(ahead === '' ? [] : [[icon('graph-line'), ahead]])];
}

function otherLines({ others, shown, now }: StatusFacts): readonly HoverLine[] {
  return [
    [{ kind: 'bold', text: l10n.t('Other accounts') }],
    ...others.map(({ name, state }): HoverLine => [icon('account'), `${name}: ${otherPlanText(state, shown, now)}`]),
  ];
}

function footer(state: PlanState, renewal: string | null, age: string, now: number): HoverLine {
  const parts = [age, ...(renewal === null ? [] : [l10n.t('renews {0}', inertName(renewal))])];
  return [...(isOutdated(state, now) ? [icon('history')] : []), parts.join(' · ')];
}

/** A mark in front of words. */
function icon(name: string): HoverPiece {
  return { kind: 'icon', name };
}

/** Filled by the share that the words beside it name: by what is used, or by what is left. */
export function bar(usedPercent: number | null, shown: 'used' | 'left', cells: number): string {
  if (usedPercent === null) return '·'.repeat(cells);
  const share = shown === 'used' ? usedPercent : 100 - Math.min(100, usedPercent);
  const filled = Math.min(cells, share > 0 ? Math.max(1, Math.round((share / 100) * cells)) : 0);
  return '█'.repeat(filled) + '░'.repeat(cells - filled);
}
