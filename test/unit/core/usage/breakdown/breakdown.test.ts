import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CountedGrowth, Stretch } from '../../../../../src/core/usage/breakdown/attribution.ts';
import { aspects, type Breakdown, breakdownOf } from '../../../../../src/core/usage/breakdown/breakdown.ts';
import { answerOrigins, type CountedAnswer } from '../../../../../src/core/usage/counted-answer.ts';
import { countedAnswer } from '../../../../support/samples/counted-answer.ts';

const minute = 60_000;

const answerOf = (changes: Partial<CountedAnswer> = {}): CountedAnswer => countedAnswer({ at: 5 * minute, ...changes });

/** Readings ten minutes apart, of which each says how much the figure grew since the one before. */
const growthOf = (amounts: readonly number[], unit: CountedGrowth['unit'] = 'tokens'): CountedGrowth => ({
  unit,
  resolution: unit === 'tokens' ? 0 : 1,
  stretches: amounts.map((amount, index) => ({
    from: index * 10 * minute,
    until: (index + 1) * 10 * minute,
    amount,
    isFirst: index === 0,
  })),
});

const figures = ({ counted, here, elsewhere, low, high }: Breakdown): readonly number[] => [
  counted,
  here,
  elsewhere,
  low,
  high,
];

describe('the breakdown of what the service counted', () => {
  const stretches: fc.Arbitrary<Stretch[]> = fc
    .array(
      fc.record(
        {
          gap: fc.integer({ min: 0, max: 5 * minute }),
          span: fc.integer({ min: 0, max: 60 * minute }),
          amount: fc.oneof(fc.nat(5000), fc.double({ min: 0, max: 100, noNaN: true })),
          isFirst: fc.boolean(),
          isKnown: fc.boolean(),
        },
        { noNullPrototype: true },
      ),
      { maxLength: 12 },
    )
    .map((parts) => {
      let time = 0;
      return parts.map(({ gap, span, amount, isFirst, isKnown }) => {
        const from = time + gap;
        time = from + span;
        return { from: isKnown ? from : null, until: time, amount, isFirst };
      });
    });
  const answers = fc.array(
    fc
      .record(
        {
          at: fc.integer({ min: 0, max: 400 * minute }),
          model: fc.constantFrom('tide-large', 'tide-small'),
          origin: fc.constantFrom(...answerOrigins),
          conversation: fc.constantFrom(null, 'c-1', 'c-2'),
          workspace: fc.constantFrom(null, 'w-1', 'w-2'),
          input: fc.nat(3000),
          output: fc.nat(3000),
          cached: fc.nat(3000),
        },
        { noNullPrototype: true },
      )
      .map((changes) => answerOf(changes)),
    { maxLength: 20 },
  );

  it('adds up to the service’s figure in every list, and nothing in it is negative', () => {
    fc.assert(
      fc.property(
        stretches,
        answers,
        fc.constantFrom('tokens' as const, 'percent' as const),
        fc.constantFrom(0, 0.1, 1),
        (parts, given, unit, resolution) => {
          const all = breakdownOf({ unit, resolution, stretches: parts }, given);
          const counted = parts.reduce((sum, { amount }) => sum + amount, 0);
          const tolerance = 1e-9 * (1 + counted);
          assert.ok(Math.abs(all.counted - counted) <= tolerance);
          assert.ok(Math.abs(all.here + all.elsewhere - counted) <= tolerance);
          assert.ok(all.here >= 0 && all.elsewhere >= 0 && all.low >= 0);
          assert.ok(all.low <= all.here + tolerance && all.here <= all.high + tolerance);
          assert.ok(all.high <= counted + tolerance);
          for (const aspect of aspects) {
            const rows = all.rows[aspect];
            assert.ok(Math.abs(rows.reduce((sum, { amount }) => sum + amount, 0) - all.here) <= tolerance, aspect);
            assert.ok(
              rows.every(({ amount, tokens }) => amount >= 0 && tokens >= 0),
              aspect,
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes from the service’s tokens what the answers cost, and calls the rest elsewhere', () => {
    assert.deepEqual(figures(breakdownOf(growthOf([1500, 300]), [answerOf()])), [1800, 1000, 800, 1000, 1000]);
  });

  it('never says more than the service, whose figure wins over what was counted here', () => {
    const more = breakdownOf(growthOf([600]), [answerOf(), answerOf({ conversation: 'c-2' })]);
    assert.deepEqual(figures(more), [600, 600, 0, 600, 600]);
    assert.deepEqual(more.rows.conversation, [
      { name: 'c-1', answers: 1, tokens: 1000, amount: 300 },
      { name: 'c-2', answers: 1, tokens: 1000, amount: 300 },
    ]);
  });

  it('is unsure about what was read from the cache, which not every service counts', () => {
    assert.deepEqual(
      figures(breakdownOf(growthOf([5000]), [answerOf({ cached: 3000 })])),
      [5000, 4000, 1000, 1000, 4000],
    );
  });

  it('finds an answer in the next reading where the service counts it late, but not beyond a reset', () => {
    assert.equal(breakdownOf(growthOf([100, 900]), [answerOf()]).here, 1000);
    const reset = growthOf([100, 900]).stretches.map((one) => ({ ...one, isFirst: true }));
    assert.equal(breakdownOf({ unit: 'tokens', resolution: 0, stretches: reset }, [answerOf()]).here, 100);
  });

  it('says of percent what may be from here at most: what grew while nobody asked here is elsewhere', () => {
    const [quiet, asked] = [answerOf({ at: 25 * minute }), growthOf([4, 5, 3, 6], 'percent')];
    assert.deepEqual(figures(breakdownOf(asked, [quiet])), [18, 4, 14, 0, 4]);
  });

  it('gives what rounding held back to the answers before it', () => {
    const rounded = breakdownOf(growthOf([0, 1, 1], 'percent'), [answerOf()]);
    assert.deepEqual(figures(rounded), [2, 1, 1, 0, 1]);
  });

  it('tells whose answers no reading covers', () => {
    const late = breakdownOf(growthOf([100]), [answerOf({ at: 30 * minute })]);
    assert.deepEqual([late.here, late.elsewhere, late.unreadTokens], [0, 100, 1000]);
    assert.deepEqual(late.rows.model, []);
  });

  it('sums answers by model, conversation, workspace and what asked, the largest first', () => {
    const { rows } = breakdownOf(growthOf([10_000]), [
      answerOf(),
      answerOf({ model: 'tide-small', origin: 'agent', input: 2800 }),
      answerOf({ conversation: null, workspace: null, origin: 'commitMessage', input: 0 }),
    ]);
    assert.deepEqual(
      aspects.map((aspect) => rows[aspect].map(({ name, answers: count, amount }) => [name, count, amount])),
      [
        [
          ['tide-small', 1, 3000],
          ['tide-large', 2, 1200],
        ],
        [
          ['c-1', 2, 4000],
          [null, 1, 200],
        ],
        [
          ['w-1', 2, 4000],
          [null, 1, 200],
        ],
        [
          ['agent', 1, 3000],
          ['ask', 1, 1000],
          ['commitMessage', 1, 200],
        ],
      ],
    );
  });
});
