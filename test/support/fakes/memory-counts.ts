import { type AnswerCost, type AnswerCounts } from '../../../src/core/chat/session/answer-cost.ts';
import { tokensIn } from '../../../src/core/usage/counted-answer.ts';

/** Counts that are kept nowhere and never end with a day. */
export class MemoryCounts implements AnswerCounts {
  readonly answers: AnswerCost[] = [];

  keyTokensToday(receiver: string): number {
    return this.answers.reduce(
      (sum, cost) => (cost.payer === 'apiKey' && cost.receiver === receiver ? sum + tokensIn(cost) : sum),
      0,
    );
  }

  add(cost: AnswerCost): void {
    this.answers.push(cost);
  }
}
