// Knows every word that the plan page itself shows, localised; not where on the page it stands.
import { l10n } from 'vscode';
import type { PlanStrings } from '../../core/plan/view-messages.ts';

export function planStrings(): PlanStrings {
  return {
    refresh: l10n.t('Refresh'),
    exportCsv: l10n.t('Export as CSV…'),
    rangeLabel: l10n.t('Time shown'),
    today: l10n.t('Today'),
    week: l10n.t('Week'),
    month: l10n.t('Month'),
    binds: l10n.t('binds'),
    bindsExplained: l10n.t('This window stops a prompt first.'),
    reset: l10n.t('Reset'),
    noPast: l10n.t('The picture fills while you work.'),
    pictureLabel: l10n.t('{0}: share used over time', '{0}'),
    legendPast: l10n.t('Used'),
    legendForecast: l10n.t('Forecast, with its range of eight cases in ten'),
    tools: l10n.t('Use per tool: {0}', '{0}'),
    tool: l10n.t('Tool'),
    uses: l10n.t('Calls'),
    balances: l10n.t('Balances'),
    name: l10n.t('Name'),
    left: l10n.t('Left'),
    used: l10n.t('Used'),
    total: l10n.t('Total'),
    keyUsage: l10n.t('Tokens that your API key paid for'),
    asTable: l10n.t('The same as tables'),
    window: l10n.t('Window'),
    share: l10n.t('Share'),
    amount: l10n.t('Amount'),
    resetColumn: l10n.t('Reset'),
    forecast: l10n.t('Forecast'),
    history: l10n.t('{0}: Readings in the time shown', '{0}'),
    time: l10n.t('Time'),
    loading: l10n.t('Loading your plan…'),
  };
}
