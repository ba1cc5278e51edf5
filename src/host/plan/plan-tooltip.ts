// Knows the hover over the status bar item: every window with its bar, numbers and reset. Words of the service are
// appended as text, so links, icons and commands in them are dead (decisions 18).
import * as vscode from 'vscode';
import { figuresOf, type PlanState } from '../../core/plan/plan-state.ts';
import type { QuotaWindow } from '../../core/plan/quota-window.ts';
import { clockTime } from '../time-text.ts';
import { amountText, percentText, planName, resetText, stateSentence, windowName } from './plan-text.ts';

const { l10n } = vscode;
const barCells = 24;
/** A break inside a paragraph, so that what belongs to one window stands together. */
const lineBreak = '  \n';

export function planTooltip(state: PlanState, keyPays: boolean, now: number): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString('', true);
  tooltip.isTrusted = { enabledCommands: ['tidemark.refreshPlan', 'tidemark.signIn', 'tidemark.setApiKey', 'tidemark.connect', 'tidemark.focusChat'] };
  const figures = figuresOf(state);
  tooltip.appendMarkdown('**');
  tooltip.appendText(figures === null ? 'Tidemark' : planName(figures));
  tooltip.appendMarkdown('**\n\n');
  const sentence = stateSentence(state);
  if (sentence !== '') tooltip.appendText(sentence).appendMarkdown('\n\n');
  if (keyPays) tooltip.appendMarkdown('$(key) ').appendText(l10n.t('The API key pays for answers at the moment.')).appendMarkdown('\n\n');
  for (const window of figures?.windows ?? []) appendWindow(tooltip, window, now);
  if (figures === null) return tooltip.appendMarkdown(links(state));
  const renewal = figures.renewal === null ? [] : [l10n.t('renews {0}', figures.renewal)];
  tooltip.appendText([l10n.t('As of {0}', clockTime(figures.readAt, now)), ...renewal].join(' · ')).appendMarkdown('\n\n');
  return tooltip.appendMarkdown(links(state));
}

function appendWindow(tooltip: vscode.MarkdownString, window: QuotaWindow, now: number): void {
  const details = [amountText(window), resetText(window, now)].filter((part) => part !== '');
  tooltip.appendText(windowName(window));
  tooltip.appendMarkdown(`${lineBreak}\`${bar(window.usedPercent)}\` **${percentText(window.usedPercent)}**${lineBreak}`);
  tooltip.appendText(details.join(' · ')).appendMarkdown('\n\n');
}

function bar(usedPercent: number | null): string {
  if (usedPercent === null) return '·'.repeat(barCells);
  const filled = Math.min(barCells, Math.round((usedPercent / 100) * barCells));
  return '█'.repeat(filled) + '░'.repeat(barCells - filled);
}

function links(state: PlanState): string {
  const link = (title: string, command: string): string => `[${title}](command:${command})`;
  const chat = link(l10n.t('Open Chat'), 'tidemark.focusChat');
  switch (state.kind) {
    case 'notConnected':
      return link(l10n.t('Connect to a Service…'), 'tidemark.connect');
    case 'signedOut':
    case 'lapsed':
      return link(l10n.t('Sign In'), 'tidemark.signIn');
    case 'noPlan':
    case 'paymentRequired':
    case 'providerInactive':
      return [link(l10n.t('Sign In'), 'tidemark.signIn'), link(l10n.t('Set API Key…'), 'tidemark.setApiKey')].join(' · ');
    case 'checking':
    case 'known':
    case 'stale':
    case 'unknown':
      return [link(l10n.t('Refresh'), 'tidemark.refreshPlan'), chat].join(' · ');
  }
}
