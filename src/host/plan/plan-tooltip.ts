// Knows the hover over the status bar item: every window with its bar, numbers, reset and forecast.
import * as vscode from 'vscode';
import type { WindowOutlook } from '../../core/plan/outlook.ts';
import { figuresOf, isOutdated, type PlanState } from '../../core/plan/plan-state.ts';
import type { CommandLink } from '../display/command-link.ts';
import { createHover, type HoverLine, type HoverPiece } from '../display/hover.ts';
import { inertName } from '../display/names.ts';
import { canRefresh, remedies } from './plan-actions.ts';
import { ageText, amountText, forecastText, planName, resetText, shareWords, stateSentence, windowName } from './plan-text.ts';

const { l10n } = vscode;
const barCells = 22;

export interface TooltipFacts {
  readonly state: PlanState;
  readonly outlook: readonly WindowOutlook[];
  readonly keyPays: boolean;
  readonly shown: 'used' | 'left';
  readonly now: number;
}

export function planTooltip(facts: TooltipFacts): vscode.MarkdownString {
  const { state, outlook, keyPays, now } = facts;
  const figures = figuresOf(state);
  const open: CommandLink = { label: l10n.t('Open Plan'), command: 'tidemark.showPlan' };
  const refresh: CommandLink = { label: l10n.t('Refresh'), command: 'tidemark.refreshPlan' };
  const links = [open, ...(canRefresh(state) ? [refresh] : []), ...remedies(state)];
  const sentence = stateSentence(state);
  return createHover([
    [[{ kind: 'bold', text: figures === null ? 'Tidemark' : planName(figures) }]],
    ...(sentence === '' ? [] : [[[sentence]]]),
    ...(keyPays ? [[[icon('key'), l10n.t('Your API key pays for answers at the moment.')]]] : []),
    ...outlook.map((window) => windowParagraph(window, facts)),
    ...(figures === null ? [] : [[footer(state, figures.renewal, ageText(figures, now), now)]]),
    [links.flatMap((link, index): HoverLine => [...(index === 0 ? [] : [' · ']), { kind: 'link', label: link.label, command: link.command }])],
  ]);
}

function windowParagraph({ window, binds, forecast }: WindowOutlook, { shown, now }: TooltipFacts): readonly HoverLine[] {
  const { usedPercent } = window;
  const name = inertName(windowName(window));
  const title = binds ? `${name} · ${l10n.t('binds')}` : name;
  const details = [amountText(window), resetText(window, now)].filter((part) => part !== '').join(' · ');
  // That nothing can be said yet is said once, where it matters.
  const isSilent = forecast.kind === 'unknown' && !binds;
  const outlook = isSilent ? '' : forecastText(forecast, window, now);
  const lines: HoverLine[] = [[title], [{ kind: 'bar', text: bar(usedPercent) }, ' ', { kind: 'bold', text: shareWords(usedPercent, shown) }], [details]];
  return [...lines, ...(outlook === '' ? [] : [[icon('graph-line'), outlook]])];
}

function footer(state: PlanState, renewal: string | null, age: string, now: number): HoverLine {
  const parts = [age, ...(renewal === null ? [] : [l10n.t('renews {0}', inertName(renewal))])];
  return [...(isOutdated(state, now) ? [icon('history')] : []), parts.join(' · ')];
}

/** A mark in front of words. */
function icon(name: string): HoverPiece {
  return { kind: 'icon', name };
}

/** Filled by what is used, in either way of showing it: a full bar is an empty window. */
function bar(usedPercent: number | null): string {
  if (usedPercent === null) return '·'.repeat(barCells);
  const filled = Math.min(barCells, usedPercent > 0 ? Math.max(1, Math.round((usedPercent / 100) * barCells)) : 0);
  return '█'.repeat(filled) + '░'.repeat(barCells - filled);
}
