// Knows what a person chose for this conversation, and what of every answer follows from it and from the settings; not how a
// choice is made nor which models there are.
import type { AnswerPreferences } from '../../core/chat/answer-preferences.ts';
import { readAnswerPreferences } from '../settings.ts';

export interface ModelChoice {
  /** Null where nothing was chosen: the setting decides. */
  readonly modelId: string | null;
  /** Null where nothing was chosen: a budget in the settings means yes. */
  readonly thinks: boolean | null;
}

export const noChoice: ModelChoice = { modelId: null, thinks: null };

/** Tokens for thinking where the person switched it on and the settings name no budget. */
const usualBudget = 4096;

export function isThinking(choice: ModelChoice): boolean {
  return choice.thinks ?? readAnswerPreferences().thinkingBudget > 0;
}

export function preferencesFor(choice: ModelChoice): AnswerPreferences {
  const preferences = readAnswerPreferences();
  const budget = preferences.thinkingBudget > 0 ? preferences.thinkingBudget : usualBudget;
  return { ...preferences, thinkingBudget: isThinking(choice) ? budget : 0 };
}
