// What an answer costs whoever pays for it. The count is of tokens, since nothing on the wire names a price.
import type { AnswerOrigin, TokenCost } from '../../usage/counted-answer.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import type { Usage } from '../messages/stream/stream-event.ts';
import { blockTokens } from '../prompt/message-tokens.ts';
import type { Payer } from '../providers/fallback-chain.ts';

/** What wants an answer. */
export interface AskedFrom {
  readonly origin: AnswerOrigin;
  /** The id of the conversation that is kept; null where it is in none. */
  readonly conversation: string | null;
}

/** One answer that was given, and who paid for it. */
export interface AnswerCost extends AskedFrom, TokenCost {
  readonly payer: Payer;
  /** Who received the credential, as `RequestCredential.audience` names it. */
  readonly receiver: string;
  /** As `SessionCredentials.account` names it; null where the API key paid. */
  readonly account: string | null;
  readonly model: string;
}

/** The counts of all answers, which all windows of a person add to. */
export interface AnswerCounts {
  /** Tokens that API keys for this address have paid for since midnight, as the person's clock has it. */
  keyTokensToday(receiver: string): number;
  /** Never throws: the count holds in this window also where it could not be kept. */
  add(cost: AnswerCost): void;
}

/** A cap of 0 is none. */
export function isCapReached(spent: number, cap: number): boolean {
  return cap > 0 && spent >= cap;
}

/**
 * The service names its last figure at the end only, so an answer that did not come to its end is estimated by what was
 * received where that says more: a count that guards money must not be too small.
 *
 * @param received tokens, estimated.
 */
export function tokenCost(usage: Usage, isWhole: boolean, received: number): TokenCost {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  // A report of nothing for an answer that says something is none.
  const isReported = isWhole && outputTokens !== null && outputTokens > 0;
  const estimated = isReported ? 0 : received;
  return {
    input: Math.ceil((inputTokens ?? 0) + (cacheWriteTokens ?? 0)),
    output: Math.max(Math.ceil(outputTokens ?? 0), estimated),
    cached: Math.ceil(cacheReadTokens ?? 0),
  };
}

/** What an answer has cost since it began: what it held by then was counted when it was received. */
export function costSince(begun: AnswerTurn, { usage, progress, blocks }: AnswerTurn): TokenCost {
  return tokenCost(usage, progress.kind === 'done', Math.max(0, blocksTokens(blocks) - blocksTokens(begun.blocks)));
}

function blocksTokens(blocks: AnswerTurn['blocks']): number {
  return blocks.reduce((sum, block) => sum + blockTokens(block), 0);
}
