// Knows which model answers and how long it may think: what the person chose for the conversation, else the setting, else
// the profile's first. It does not know how a choice is made.
import type { Model, ServiceProfile } from '../../core/service/profile.ts';
import { readModelId } from '../settings.ts';

export interface ModelChoice {
  /** Null where nothing was chosen. */
  readonly modelId: string | null;
  readonly thinks: boolean;
}

export const noChoice: ModelChoice = { modelId: null, thinks: false };

/** Tokens: the least that leaves room for thought, and the most that is asked for. */
const smallestBudget = 1024;
const largestBudget = 16_384;

export function chosenModel({ models }: ServiceProfile, choice: ModelChoice): Model | undefined {
  const named = (id: string | null): Model | undefined => models.find((model) => model.id === id);
  return named(choice.modelId) ?? named(readModelId()) ?? models[0];
}

/** Tokens for thinking, out of the answer's; null where the model is not to think or has no room for it. */
export function thinkingBudget(model: Model | undefined, choice: ModelChoice, maxTokens: number): number | null {
  if (model?.thinking !== true || !choice.thinks) return null;
  const budget = Math.min(largestBudget, Math.floor(maxTokens / 2));
  return budget < smallestBudget ? null : budget;
}
