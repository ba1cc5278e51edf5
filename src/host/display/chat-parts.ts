// Parts of an answer that no stable type of the oldest supported version has: thinking, and the usage that fills the
// context ring (neither is documented). Where VS Code has no such class, neither is shown; nothing else changes.
import * as vscode from 'vscode';
import type { Usage } from '../../core/chat/messages/stream/stream-event.ts';

/** What VS Code takes the parts of an answer through, those of no stable type included. */
export interface PartSink {
  report(part: unknown): void;
}

export function reportThinking(sink: PartSink, thought: string): void {
  const part = createPart('LanguageModelThinkingPart', thought);
  if (part !== null) sink.report(part);
}

export function reportUsage(sink: PartSink, usage: Usage): void {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  if (inputTokens === null || outputTokens === null) return;
  const prompt = inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  const counts = {
    prompt_tokens: prompt,
    completion_tokens: outputTokens,
    total_tokens: prompt + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens ?? 0 },
  };
  const part = createPart('LanguageModelDataPart', new TextEncoder().encode(JSON.stringify(counts)), 'usage');
  if (part !== null) sink.report(part);
}

function createPart(name: string, ...values: readonly unknown[]): unknown {
  const given: unknown = Reflect.get(vscode, name);
  return typeof given === 'function' ? Reflect.construct(given, values) : null;
}
