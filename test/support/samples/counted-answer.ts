import type { CountedAnswer } from '../../../src/core/usage/counted-answer.ts';

/** The record of an answer that was asked for in the panel and paid by the plan. */
export function countedAnswer(changes: Partial<CountedAnswer> = {}): CountedAnswer {
  return {
    at: 0,
    service: 'abc',
    account: 'a',
    model: 'tide-large',
    origin: 'ask',
    conversation: 'c-1',
    workspace: 'w-1',
    payer: 'plan',
    input: 800,
    output: 200,
    cached: 0,
    ...changes,
  };
}
