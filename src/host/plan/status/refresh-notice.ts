// What is said where somebody asked for fresh figures and there are none; the figures themselves say the rest.
import * as vscode from 'vscode';
import type { PlanState } from '../../../core/plan/plan-state.ts';
import { showWarning } from '../../display/notification.ts';
import { remedies, takeRemedy } from '../words/plan-actions.ts';
import { stateSentence } from '../words/plan-text.ts';

const { l10n } = vscode;

/** Resolves when the person has answered. */
export async function tellFailedRefresh(state: PlanState): Promise<void> {
  switch (state.kind) {
    case 'known':
    case 'checking':
    case 'noPlan':
    case 'paymentRequired':
    case 'providerInactive':
      return;
    case 'stale':
    case 'unknown': {
      const again = l10n.t('Try Again');
      const diagnose = l10n.t('Diagnose…');
      const pressed = await showWarning(stateSentence(state), again, diagnose);
      if (pressed === again) await vscode.commands.executeCommand('tidemark.refreshPlan');
      if (pressed === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
      return;
    }
    case 'notConnected':
    case 'signedOut':
    case 'lapsed':
    case 'restricted': {
      const ways = remedies(state).slice(0, 1);
      const pressed = await showWarning(stateSentence(state), ...ways.map(({ label }) => label));
      const way = ways.find(({ label }) => label === pressed);
      if (way !== undefined) await takeRemedy(way.action);
    }
  }
}
