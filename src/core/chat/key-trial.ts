// Knows how an API key is tried out: one small message, and what its outcome says of the key. It does not know the key, which
// its provider carries, nor the words for a verdict.
import { type Failure, provesAuthentication } from '../service/errors.ts';
import { tokensSpent } from './key-spending.ts';
import type { ChatProvider } from './providers.ts';

export type KeyVerdict =
  /** An answer came. Tokens that it cost. */
  | { readonly kind: 'works'; readonly tokens: number }
  /** The key is good, but its account has nothing left (section 7.2). */
  | { readonly kind: 'nothingLeft' }
  | { readonly kind: 'refused' }
  /** Something else went wrong, which says nothing of the key. */
  | { readonly kind: 'undecided'; readonly failure: Failure };

/** Tokens: the answer does not matter, only that there is one. */
const longestAnswer = 16;

/** Sends one message that costs a few tokens. Throws only for faults of our own. @see service-interface section 7.2 */
export async function tryKey(provider: ChatProvider, model: string, whole: boolean, signal: AbortSignal): Promise<KeyVerdict> {
  const request = { model, maxTokens: longestAnswer, messages: [{ role: 'user', text: 'Hello' }], whole } as const;
  for await (const event of provider.answer(request, signal)) {
    switch (event.kind) {
      case 'done':
        return { kind: 'works', tokens: tokensSpent(event.usage, true, 0) };
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
  return failure.kind === 'tokenRefused' || failure.kind === 'forbidden' ? { kind: 'refused' } : { kind: 'undecided', failure };
}
