// Knows how much of a model's window the next prompt would take, in tokens; not how that is shown. What the service has
// counted is taken from it, the rest is estimated.
import { type Attachment, attachmentBlock, estimatedTokens } from './attachment.ts';
import type { Conversation, Turn } from './conversation.ts';
import type { Usage } from './stream-event.ts';

export interface NextPrompt {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** Tokens that the conversation, the attachments and the text being written take together. */
export function windowUse(conversation: Conversation, next: NextPrompt): number {
  let used = promptSize(next);
  for (const turn of conversation.turns.toReversed()) {
    const counted = turn.kind === 'answer' ? countedTokens(turn.usage) : null;
    // The service's count of one request holds everything before it.
    if (counted !== null) return used + counted;
    used += turnSize(turn);
  }
  return used;
}

function countedTokens({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number | null {
  if (inputTokens === null || outputTokens === null) return null;
  return inputTokens + outputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
}

function turnSize(turn: Turn): number {
  return turn.kind === 'answer' ? estimatedTokens(turn.text) : promptSize({ text: turn.text, attachments: turn.attachments ?? [] });
}

function promptSize({ text, attachments }: NextPrompt): number {
  return attachments.reduce((sum, attachment) => sum + estimatedTokens(attachmentBlock(attachment)), estimatedTokens(text));
}
