// Knows what a person prefers of every answer and turns it, with the model and the conversation, into a request; not where
// the preferences are kept. @see service-interface section 2.8
import type { Model } from '../service/profile.ts';
import type { Message, MessageRequest } from './message-request.ts';
import { roomOf } from './window-fill.ts';

export interface AnswerPreferences {
  /** Tokens of one answer, its thinking not counted. */
  readonly maxTokens: number;
  /** What the model is told before every conversation; empty for nothing. */
  readonly systemPrompt: string;
  /** Null for the service's own. */
  readonly temperature: number | null;
  /** Tokens that a model which can think may think with; 0 for none. */
  readonly thinkingBudget: number;
  /** One body in place of a stream. */
  readonly whole: boolean;
}

export function createRequest(model: Model, preferences: AnswerPreferences, messages: readonly Message[]): MessageRequest {
  const { temperature, systemPrompt, whole } = preferences;
  const { maxTokens, thinkingBudget } = tokensFor(model, preferences);
  return {
    model: model.id,
    maxTokens,
    messages,
    ...(systemPrompt.trim() === '' ? {} : { system: systemPrompt }),
    // The compatible interface takes no other temperature than its own while a model thinks.
    ...(temperature === null || thinkingBudget > 0 ? {} : { temperature }),
    ...(thinkingBudget > 0 ? { thinkingBudget } : {}),
    whole,
  };
}

/** Tokens that the model can read before its answer; null where the size of its window is unknown. */
export function readableTokens(model: Model, preferences: AnswerPreferences): number | null {
  return model.contextWindow === undefined ? null : roomOf(model.contextWindow, tokensFor(model, preferences).maxTokens);
}

/**
 * Thinking counts against `max_tokens`, so it comes on top of what the answer may have. Where the model has no room for
 * both, the answer keeps at least half.
 */
function tokensFor(model: Model, preferences: AnswerPreferences): { maxTokens: number; thinkingBudget: number } {
  const room = model.maxOutput ?? Infinity;
  const wanted = model.thinking ? preferences.thinkingBudget : 0;
  const maxTokens = Math.min(preferences.maxTokens + wanted, room);
  const forAnswer = Math.min(preferences.maxTokens, Math.ceil(maxTokens / 2));
  const thinkingBudget = wanted === 0 ? 0 : Math.min(wanted, maxTokens - forAnswer);
  return { maxTokens, thinkingBudget };
}
