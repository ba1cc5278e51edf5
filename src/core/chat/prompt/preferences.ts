// A person's preferences for every answer, and the request that they make with model and conversation.
// @see docs/service.md#2.8
import type { Model } from '../../service/profile/profile.ts';
import type { Message, MessageRequest, Tool } from '../messages/message.ts';
import { inputLimit } from './context-window.ts';

export interface AnswerPreferences {
  /** Tokens of one answer, its thinking not counted. */
  readonly maxTokens: number;
  /** The system prompt of every conversation; empty for none. */
  readonly systemPrompt: string;
  /** Null for the service's own. */
  readonly temperature: number | null;
  /** Tokens that a model which can think may think with; 0 for none. */
  readonly thinkingBudget: number;
  /** One body in place of a stream. */
  readonly whole: boolean;
}

export function createRequest(
  model: Model,
  preferences: AnswerPreferences,
  messages: readonly Message[],
  tools: readonly Tool[] = [],
): MessageRequest {
  const { temperature, systemPrompt, whole } = preferences;
  const { maxTokens, thinkingBudget } = tokensFor(model, preferences);
  return {
    model: model.id,
    maxTokens,
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    ...(systemPrompt.trim() === '' ? {} : { system: [systemPrompt] }),
    // The compatible interface takes no other temperature than its own while a model thinks.
    ...(temperature === null || thinkingBudget > 0 ? {} : { temperature }),
    ...(thinkingBudget > 0 ? { thinkingBudget } : {}),
    whole,
  };
}

/** Tokens that the model can read before its answer; null where the size of its window is unknown. */
export function readableTokens(model: Model, preferences: AnswerPreferences): number | null {
  return model.contextWindow === undefined
    ? null
    : inputLimit(model.contextWindow, tokensFor(model, preferences).maxTokens);
}

/**
 * Thinking counts against `max_tokens`, so it comes on top of what the answer may have. Where the model cannot hold
 * both, the answer keeps at least half.
 */
function tokensFor(model: Model, preferences: AnswerPreferences): { maxTokens: number; thinkingBudget: number } {
  const most = model.maxOutput ?? Infinity;
  const wanted = model.thinking ? preferences.thinkingBudget : 0;
  const maxTokens = Math.min(preferences.maxTokens + wanted, most);
  const forAnswer = Math.min(preferences.maxTokens, Math.ceil(maxTokens / 2));
  const thinkingBudget = wanted === 0 ? 0 : Math.min(wanted, maxTokens - forAnswer);
  return { maxTokens, thinkingBudget };
}
