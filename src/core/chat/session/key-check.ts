// Tries an API key with one small message.
import { userText } from '../messages/message.ts';
import { type Failure, provesAuthentication } from '../../service/failure/errors.ts';
import type { TokenCost } from '../../usage/counted-answer.ts';
import { tokenCost } from './answer-cost.ts';
import type { ChatProvider } from '../providers/fallback-chain.ts';

export type KeyVerdict =
  /** An answer came. */
  | { readonly kind: 'works'; readonly cost: TokenCost }
  /** The key is good, but its account has nothing left (docs/service.md#7.2). */
  | { readonly kind: 'nothingLeft' }
  | { readonly kind: 'refused' }
  /** Something else went wrong, which says nothing of the key. */
  | { readonly kind: 'undecided'; readonly failure: Failure };

/** Tokens: the answer does not matter, only that there is one. */
const longestAnswer = 16;

/** Sends one message that costs a few tokens. Throws only for faults of our own. @see docs/service.md#7.2 */
export async function tryKey(
  provider: ChatProvider,
  model: string,
  whole: boolean,
  signal: AbortSignal,
): Promise<KeyVerdict> {
  const request = {
    model,
    maxTokens: longestAnswer,
    messages: [userText('Hello')],
    withoutCacheMarks: true,
    whole,
  } as const;
  for await (const event of provider.answer(request, signal)) {
    switch (event.kind) {
      case 'done':
        return { kind: 'works', cost: tokenCost(event.usage, true, 0) };
      case 'failed':
        return verdictOn(event.failure);
      case 'stopped':
        return { kind: 'undecided', failure: { kind: 'stopped' } };
      default:
        break;
    }
  }
  return { kind: 'undecided', failure: { kind: 'cut' } };
}

function verdictOn(failure: Failure): KeyVerdict {
  if (provesAuthentication(failure)) return { kind: 'nothingLeft' };
  return failure.kind === 'tokenRefused' || failure.kind === 'forbidden'
    ? { kind: 'refused' }
    : { kind: 'undecided', failure };
}
