// Who pays for answers in this window, for all who ask for one.
import type * as vscode from 'vscode';
import type { AnswerCounts } from '../../core/chat/session/answer-cost.ts';
import { type PayerPorts, Payers } from '../../core/chat/session/payers.ts';
import { systemClock } from '../../core/ports.ts';
import { openModelLimits } from './model-limits.ts';
import { readKeyRules } from '../settings.ts';

export interface WindowPayerPorts extends Omit<PayerPorts, 'keyRules' | 'clock' | 'counts' | 'limits'> {
  /** Whoever is signed in, or the service, is another. */
  readonly onSession: vscode.Event<unknown>;
  /** An API key was set or removed. */
  readonly onKey: vscode.Event<unknown>;
}

export function createPayers(
  { onSession, onKey, ...ports }: WindowPayerPorts,
  counts: AnswerCounts,
  { globalState, subscriptions }: { readonly globalState: vscode.Memento; readonly subscriptions: vscode.Disposable[] },
): Payers {
  const limits = openModelLimits(globalState);
  const payers = new Payers({ ...ports, counts, limits, keyRules: readKeyRules, clock: systemClock });
  subscriptions.push(
    onSession(() => payers.sessionChanged()),
    onKey(() => payers.keyChanged()),
  );
  return payers;
}
