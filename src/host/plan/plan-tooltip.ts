// Knows the hover over the status bar item: every window with its bar, numbers, reset and forecast. Words of the service are
// inert in it (inert-text.ts), and only the commands that it offers can be run from it.
import * as vscode from 'vscode';
import type { WindowOutlook } from '../../core/plan/outlook.ts';
import { figuresOf, isOutdated, type PlanState } from '../../core/plan/plan-state.ts';
import { inertMarkdown } from './inert-text.ts';
import { canRefresh, remedies } from './plan-actions.ts';
import { ageText, amountText, forecastText, planName, resetText, shareWords, stateSentence, windowName } from './plan-text.ts';

const { l10n } = vscode;
const barCells = 22;
/** A break inside a paragraph, so that what belongs to one window stands together. */
const lineBreak = '  \n';

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
  const links = [
    { label: l10n.t('Open Plan'), command: 'tidemark.showPlan' },
    ...(canRefresh(state) ? [{ label: l10n.t('Refresh'), command: 'tidemark.refreshPlan' }] : []),
    ...remedies(state),
  ];
  const sentence = stateSentence(state);
  const paragraphs = [
    `**${figures === null ? 'Tidemark' : inertMarkdown(planName(figures))}**`,
    ...(sentence === '' ? [] : [inertMarkdown(sentence)]),
    ...(keyPays ? [`$(key) ${inertMarkdown(l10n.t('Your API key pays for answers at the moment.'))}`] : []),
    ...outlook.map((window) => windowParagraph(window, facts)),
    ...(figures === null ? [] : [footer(state, figures.renewal, ageText(figures, now), now)]),
    links.map(({ label, command }) => `[${label}](command:${command})`).join(' · '),
  ];
  const tooltip = new vscode.MarkdownString(paragraphs.join('\n\n'), true);
  tooltip.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  return tooltip;
}

function windowParagraph({ window, binds, forecast }: WindowOutlook, { shown, now }: TooltipFacts): string {
  const { usedPercent } = window;
  const name = inertMarkdown(windowName(window));
  const title = binds ? `${name} · ${inertMarkdown(l10n.t('binds'))}` : name;
  const details = [amountText(window), resetText(window, now)].filter((part) => part !== '').join(' · ');
  // That nothing can be said yet is said once, where it matters.
  const isSilent = forecast.kind === 'unknown' && !binds;
  const outlook = isSilent ? '' : forecastText(forecast, window, now);
  const lines = [title, `\`${bar(usedPercent)}\` **${inertMarkdown(shareWords(usedPercent, shown))}**`, inertMarkdown(details)];
  return [...lines, ...(outlook === '' ? [] : [`$(graph-line) ${inertMarkdown(outlook)}`])].join(lineBreak);
}

function footer(state: PlanState, renewal: string | null, age: string, now: number): string {
  const parts = [age, ...(renewal === null ? [] : [l10n.t('renews {0}', renewal)])];
  return `${isOutdated(state, now) ? '$(history) ' : ''}${inertMarkdown(parts.join(' · '))}`;
}

/** Filled by what is used, in either way of showing it: a full bar is an empty window. */
function bar(usedPercent: number | null): string {
  if (usedPercent === null) return '·'.repeat(barCells);
  const filled = Math.min(barCells, usedPercent > 0 ? Math.max(1, Math.round((usedPercent / 100) * barCells)) : 0);
  return '█'.repeat(filled) + '░'.repeat(barCells - filled);
}
