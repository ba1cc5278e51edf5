// What each conversation has cost, and of which limit it took how much where that is known.
import { type CountedAnswer, tokensIn } from '../../usage/counted-answer.ts';
import type { QuotaWindow } from '../quota-window.ts';
import type { PlanBreakdown } from './plan-breakdowns.ts';

export interface ConversationUse {
  /** As the answers themselves named them. */
  readonly tokens: number;
  /** Of a limit since its reset, by the service's count; null where it took nothing of it, or nobody can tell. */
  readonly taken: { readonly window: QuotaWindow; readonly percent: number } | null;
}

/** By the conversations' ids. @param answers whoever paid for them */
export function conversationUse(
  answers: readonly CountedAnswer[],
  breakdowns: readonly PlanBreakdown[],
): ReadonlyMap<string, ConversationUse> {
  const counted = breakdowns.find(
    ({ scope, window, breakdown }) => scope === 'window' && breakdown.unit === 'tokens' && (window.total ?? 0) > 0,
  );
  const uses = new Map<string, ConversationUse>();
  for (const answer of answers) {
    const { conversation } = answer;
    if (conversation === null) continue;
    const before = uses.get(conversation) ?? { tokens: 0, taken: takenBy(conversation, counted) };
    uses.set(conversation, { ...before, tokens: before.tokens + tokensIn(answer) });
  }
  return uses;
}

function takenBy(conversation: string, counted: PlanBreakdown | undefined): ConversationUse['taken'] {
  const row = counted?.breakdown.rows.conversation.find(({ name }) => name === conversation);
  if (counted === undefined || row === undefined || row.amount === 0) return null;
  return { window: counted.window, percent: (row.amount / (counted.window.total ?? row.amount)) * 100 };
}
