import assert from 'node:assert/strict';
import { PlanCosts } from '../../../../../src/core/plan/cost/plan-costs.ts';
import type { Sample } from '../../../../../src/core/plan/forecast/samples.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import type { CountedAnswer } from '../../../../../src/core/usage/counted-answer.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 5, 9);
const resetsAt = start + 300 * minute;
const total = 100_000;

const answer = (place: number, model = 'large'): CountedAnswer => ({
  ...{
    at: start + (place * 5 + 2) * minute,
    model,
    input: 600 + 50 * (place % 7),
    output: 300 + 80 * (place % 5),
    cached: 0,
  },
  ...{ service: 'service', account: 'account', conversation: 'c', workspace: null, origin: 'agent', payer: 'plan' },
});

/** The service counts each answer by its tokens, and is read behind each. */
const answers = Array.from({ length: 24 }, (_, place) => answer(place));
const samples: readonly Sample[] = [0, ...answers.map((_, place) => place + 1)].map((count) => {
  const used = answers.slice(0, count).reduce((sum, { input, output }) => sum + input + output, 0);
  const reading = { key: 'fiveHours', usedPercent: (used / total) * 100, used, total, resetsAt };
  return { at: start + count * 5 * minute, plan: 'coding:Pro', windows: [reading] };
});
const window: QuotaWindow = {
  ...{ type: { kind: 'fiveHours' }, usedPercent: 24, used: 24_000, total, left: null, resetsAt, perTool: [] },
};

describe('what answers have taken together', () => {
  const costs = PlanCosts.learn([window], samples, answers, start + 130 * minute);

  it('is the sum of what each has, with a range that holds it', () => {
    const three = answers.slice(0, 3);
    const truth = three.reduce((sum, { input, output }) => sum + input + output, 0) / 1000;
    const [taken, ...others] = costs.ofAnswers(three);
    assert.deepEqual([taken?.window, taken?.answers, others], [window, 24, []]);
    const { about, low, high } = taken?.share ?? assert.fail();
    assert.ok(Math.abs(about - truth) < 0.1 * truth && low <= truth && truth <= high, `${low} ${about} ${high}`);
  });

  it('is not said where nothing can be said of one of them, nor of none', () => {
    assert.deepEqual(costs.ofAnswers([answer(0), answer(1, 'small')]), []);
    assert.deepEqual(costs.ofAnswers([]), []);
  });
});
