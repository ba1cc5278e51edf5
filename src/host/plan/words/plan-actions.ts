// What can be done in each state of the plan, the most helpful first.
import * as vscode from 'vscode';
import type { PlanState } from '../../../core/plan/plan-state.ts';
import type { CommandLink } from '../../display/hover.ts';

const { l10n } = vscode;

export interface Remedy extends CommandLink {
  readonly action: 'signIn' | 'connect' | 'setApiKey' | 'manageTrust';
}

/** Everything but opening the plan view and refreshing, which are always offered. */
export function remedies({ kind }: PlanState): readonly Remedy[] {
  switch (kind) {
    case 'notConnected':
      return [{ action: 'connect', label: l10n.t('Connect to a Service…'), command: 'tidemark.connect' }];
    case 'signedOut':
    case 'lapsed':
      return [signIn(), setApiKey()];
    case 'restricted':
      return [{ action: 'manageTrust', label: l10n.t('Manage Trust'), command: 'workbench.trust.manage' }];
    case 'noPlan':
    case 'paymentRequired':
    case 'providerInactive':
      return [setApiKey(), signIn()];
    case 'checking':
    case 'known':
    case 'stale':
    case 'unknown':
      return [setApiKey()];
  }
}

export async function takeRemedy(action: Remedy['action']): Promise<void> {
  if (action === 'manageTrust') await vscode.commands.executeCommand('workbench.trust.manage');
  else await vscode.commands.executeCommand(`tidemark.${action}`);
}

/** Whether there is anything that the service could be asked. */
export function canRefresh({ kind }: PlanState): boolean {
  return !['notConnected', 'signedOut', 'lapsed', 'restricted'].includes(kind);
}

const signIn = (): Remedy => ({ action: 'signIn', label: l10n.t('Sign In'), command: 'tidemark.signIn' });
const setApiKey = (): Remedy => ({ action: 'setApiKey', label: l10n.t('Set API Key…'), command: 'tidemark.setApiKey' });
