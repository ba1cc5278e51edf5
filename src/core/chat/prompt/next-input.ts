// How the next request is read: anew, or from the prompt cache of the service.
import type { Conversation } from '../conversation/conversation.ts';
import { lastUsage } from './context-window.ts';

export interface InputTokens {
  readonly input: number;
  readonly cached: number;
}

/** So long, at least, services keep what they have read. */
const keptMilliseconds = 5 * 60_000;

/** @param used tokens of the whole request. */
export function nextInput({ turns }: Conversation, used: number, now: number): InputTokens {
  const last = turns.findLast((turn) => turn.kind === 'answer');
  const isKept = last !== undefined && last.endedAt !== null && now - last.endedAt < keptMilliseconds;
  const { cacheReadTokens, cacheWriteTokens } = isKept ? lastUsage(last) : { cacheReadTokens: 0, cacheWriteTokens: 0 };
  const cached = Math.min(used, (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0));
  return { input: used - cached, cached };
}
