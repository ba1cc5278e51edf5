// The models of profile and plan as VS Code's model picker lists them.
import * as vscode from 'vscode';
import { offeredModels } from '../../core/chat/providers/models.ts';
import type { Model } from '../../core/service/profile/profile.ts';
import { openModelLimits } from '../payers/model-limits.ts';
import type { LanguageModelPorts } from './language-model-ports.ts';

/** Where the profile says no size: what nearly every model of today has. */
const usualWindow = 128_000;
const usualOutput = 8192;

export interface ModelSizes {
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
}

export function modelSizes({ contextWindow = usualWindow, maxOutput = usualOutput }: Model): ModelSizes {
  const maxOutputTokens = Math.min(maxOutput, Math.floor(contextWindow / 2));
  return { maxInputTokens: contextWindow - maxOutputTokens, maxOutputTokens };
}

/**
 * @param quotaNote what is left of the plan, in a few words; null where only the API key can pay.
 * @param takesTools whether it was not found lately that this model takes none
 */
function modelInformation(
  models: readonly Model[],
  planModels: readonly string[],
  quotaNote: string | null,
  takesTools: (model: string) => boolean,
): vscode.LanguageModelChatInformation[] {
  const detail = quotaNote ?? vscode.l10n.t('API key');
  return offeredModels(models, planModels).map((model) => ({
    id: model.id,
    name: model.name ?? model.id,
    family: model.id,
    version: '1',
    detail,
    ...modelSizes(model),
    capabilities: { imageInput: model.images, toolCalling: model.tools && takesTools(model.id) },
  }));
}

/** None where nobody could pay. */
export async function modelsNow({
  connection,
  isSignedIn,
  hasKey,
  planModels,
  quotaNote,
  state,
}: LanguageModelPorts): Promise<vscode.LanguageModelChatInformation[]> {
  const connected = connection();
  if (connected === null || !(isSignedIn() || hasKey())) return [];
  const { profile, audience } = connected;
  const limits = openModelLimits(state);
  const payer = isSignedIn() ? 'plan' : 'apiKey';
  return modelInformation(
    profile.models,
    planModels(),
    isSignedIn() ? await quotaNote() : null,
    (model) => !limits.lacks('tools', { audience, payer, model }),
  );
}
