import * as vscode from 'vscode';
import type { Connection } from '../../core/service/http/connection.ts';
import { inertName } from '../display/names.ts';
import { openModelLimits } from '../payers/model-limits.ts';
import { clockTime } from '../words/time-text.ts';

/** What models of this service are asked without, since they were found not to take it: a row for each. */
export function modelLimitFacts(state: vscode.Memento, connection: Connection | null): [string, string][] {
  const { l10n } = vscode;
  const limits = openModelLimits(state)
    .all()
    .filter(({ audience }) => audience === connection?.audience);
  return limits.map(({ part, model, until }) => [
    inertName(model),
    part === 'tools'
      ? l10n.t('takes no tools: asked without them until {0}', clockTime(until))
      : l10n.t('takes no marks of the prompt cache: asked without them until {0}', clockTime(until)),
  ]);
}
