import assert from 'node:assert/strict';
import { conversationUse } from '../../../../../src/core/plan/breakdown/conversation-use.ts';
import { planBreakdowns } from '../../../../../src/core/plan/breakdown/plan-breakdowns.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import type { CountedAnswer } from '../../../../../src/core/usage/counted-answer.ts';
import { countedAnswer } from '../../../../support/samples/counted-answer.ts';

const hour = 60 * 60_000;
const now = new Date(2026, 4, 1, 12).getTime();

const answer = countedAnswer({ at: now - hour, input: 1000, output: 0 });

function window(used: number | null, total: number | null): QuotaWindow {
  return { type: { kind: 'fiveHours' }, usedPercent: 10, used, total, left: null, resetsAt: now + hour, perTool: [] };
}

describe('what a conversation has cost', () => {
  const useOf = (one: QuotaWindow, answers: readonly CountedAnswer[]): readonly unknown[] => {
    const { usedPercent, used, total, resetsAt } = one;
    const samples = [{ at: now, plan: 'p', windows: [{ key: 'fiveHours', usedPercent, used, total, resetsAt }] }];
    const ofPlan = answers.filter(({ payer }) => payer === 'plan');
    return [...conversationUse(answers, planBreakdowns([one], samples, ofPlan, now))].map(([id, { tokens, taken }]) => [
      id,
      tokens,
      taken?.percent ?? null,
    ]);
  };

  it('is its tokens whoever paid, and the share of the limit that counts tokens since its reset', () => {
    const answers = [answer, answer, { ...answer, conversation: 'c-2', payer: 'apiKey' as const, account: null }];
    assert.deepEqual(useOf(window(4000, 40_000), [...answers, { ...answer, conversation: null }]), [
      ['c-1', 2000, 5],
      ['c-2', 1000, null],
    ]);
  });

  it('is no share of a limit in percent only, or of one whose whole is not known', () => {
    assert.deepEqual(useOf(window(null, null), [answer]), [['c-1', 1000, null]]);
    assert.deepEqual(useOf(window(4000, null), [answer]), [['c-1', 1000, null]]);
  });
});
