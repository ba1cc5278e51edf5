import assert from 'node:assert/strict';
import type { CountedGrowth, Stretch } from '../../../../../src/core/usage/breakdown/attribution.ts';
import { observationsOf } from '../../../../../src/core/usage/cost-model/observations.ts';
import type { CountedAnswer } from '../../../../../src/core/usage/counted-answer.ts';

const minute = 60_000;

/** Ends at this minute. */
function answer(at: number, input = 1000): CountedAnswer {
  const from = { service: 'service', account: 'account', conversation: null, workspace: null } as const;
  return { at: at * minute, model: 'large', input, output: 0, cached: 0, ...from, origin: 'ask', payer: 'plan' };
}

/** Of five minutes each. */
function stretches(...amounts: readonly number[]): Stretch[] {
  return amounts.map((amount, place) => ({
    from: 5 * place * minute,
    until: 5 * (place + 1) * minute,
    amount,
    isFirst: false,
  }));
}

const growth = (all: readonly Stretch[], resolution: number): CountedGrowth => ({
  unit: 'percent',
  resolution,
  stretches: all,
});
const seen = (
  all: readonly Stretch[],
  resolution: number,
  answers: readonly CountedAnswer[],
): (readonly [growth: number, minutes: number, answers: number])[] =>
  observationsOf(growth(all, resolution), 100, answers).map((one) => [
    one.growth,
    one.duration / minute,
    one.answers[0]?.length ?? 0,
  ]);

describe('what is observed of answers', () => {
  it('is what was counted between two readings, and the answers that ended in between', () => {
    assert.deepEqual(seen(stretches(2, 0, 3), 0, [answer(1), answer(11), answer(14)]), [
      [2, 5, 1],
      [0, 5, 0],
      [3, 5, 2],
    ]);
  });

  it('is as long as it takes until the rounding of the service hides little of it', () => {
    assert.deepEqual(seen(stretches(1, 0, 1, 1), 1, [answer(1), answer(6), answer(11), answer(16)]), [
      [2, 15, 3],
      [1, 5, 1],
    ]);
  });

  it('is not what was counted around a reset, nor up to the end of the limit', () => {
    const [first, second, third, last] = stretches(40, 40, 5, 15);
    assert.ok(first !== undefined && second !== undefined && third !== undefined && last !== undefined);
    assert.deepEqual(seen([{ ...first, isFirst: true }, second, third, last], 0, [answer(1), answer(6), answer(18)]), [
      [40, 5, 1],
      [5, 5, 0],
    ]);
  });

  it('allows for figures that come late', () => {
    const [one, other] = observationsOf(growth(stretches(0, 2), 0), 100, [answer(4.9)]);
    assert.deepEqual(
      [one?.answers.map((all) => all.length), other?.answers.map((all) => all.length)],
      [
        [1, 0, 0],
        [0, 1, 1],
      ],
    );
  });

  it('ends where nobody works here for long', () => {
    const [first] = stretches(1);
    assert.ok(first !== undefined);
    const pause: Stretch = { from: 5 * minute, until: 95 * minute, amount: 3, isFirst: false };
    assert.deepEqual(seen([first, pause], 1, [answer(1)]), [
      [1, 5, 1],
      [3, 90, 0],
    ]);
  });
});
