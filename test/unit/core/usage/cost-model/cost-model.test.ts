import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CostModel, type Estimate } from '../../../../../src/core/usage/cost-model/cost-model.ts';
import { delays, type Observation } from '../../../../../src/core/usage/cost-model/observations.ts';
import type { CountedAnswer, TokenCost } from '../../../../../src/core/usage/counted-answer.ts';

const minute = 60_000;

function answer(model: string, tokens: TokenCost): CountedAnswer {
  const from = { service: 'service', account: 'account', conversation: null, workspace: null } as const;
  return { at: 0, model, ...tokens, ...from, origin: 'ask', payer: 'plan' };
}

function observation(growth: number, answers: readonly CountedAnswer[], duration = 5 * minute): Observation {
  return { growth, duration, answers: delays.map(() => answers) };
}

/** Thousand tokens of input, the same of every answer but for a little. */
const prompts = (model: string, count: number, percentEach: number): Observation[] =>
  Array.from({ length: count }, (_, place) => {
    const input = 1000 + 100 * (place % 7);
    return observation((input * percentEach) / 1000, [answer(model, { input, output: 0, cached: 0 })]);
  });
const thousand: TokenCost = { input: 1000, output: 0, cached: 0 };

describe('what a token costs', () => {
  it('is learned where nothing else was counted', () => {
    const cost = CostModel.learn(prompts('large', 20, 0.8), 0.1).costOf('large', thousand) ?? assert.fail();
    assert.ok(Math.abs(cost.about - 0.8) < 0.02, String(cost.about));
    assert.ok(cost.low < 0.8 && cost.high > 0.8);
  });

  it('is learned of each model by itself, beside which the others are said to be dearer', () => {
    const costs = CostModel.learn([...prompts('large', 20, 0.9), ...prompts('small', 20, 0.3)], 0.1);
    const times = costs.timesAsMuch('large', 'small') ?? assert.fail();
    assert.ok(Math.abs(times.about - 3) < 0.2, String(times.about));
  });

  it('is not said of a model that has never answered, nor after a few answers', () => {
    const costs = CostModel.learn(prompts('large', 20, 0.8), 0.1);
    assert.equal(costs.costOf('small', thousand), null);
    assert.equal(costs.timesAsMuch('large', 'small'), null);
    assert.equal(CostModel.learn(prompts('large', 4, 0.8), 0.1).costOf('large', thousand), null);
    assert.equal(CostModel.learn([], 1).costOf('large', thousand), null);
  });

  it('is not said where the rounding of the service hides it', () => {
    const rounded = prompts('large', 20, 0.2).map((one, place) => ({ ...one, growth: place % 5 === 0 ? 1 : 0 }));
    assert.equal(CostModel.learn(rounded.slice(0, 8), 1).costOf('large', thousand), null);
  });

  it('is not raised by what another machine took now and then', () => {
    const alone = prompts('large', 30, 0.8);
    const disturbed = alone.map((one, place) => (place % 3 === 0 ? { ...one, growth: one.growth + 4 } : one));
    const cost = CostModel.learn(disturbed, 0.1).costOf('large', thousand) ?? assert.fail();
    assert.ok(Math.abs(cost.about - 0.8) < 0.08, String(cost.about));
  });

  it('tells output from input, and from what the cache held, where they vary', () => {
    const varied = Array.from({ length: 60 }, (_, place) => {
      const tokens = { input: 500 + 400 * (place % 5), output: 100 + 150 * (place % 7), cached: 3000 * (place % 4) };
      const percent = (0.5 * (tokens.input + 4 * tokens.output + 0.1 * tokens.cached)) / 1000;
      return observation(percent, [answer('large', tokens)]);
    });
    const costs = CostModel.learn(varied, 0.1);
    const about = (tokens: TokenCost): number => costs.costOf('large', tokens)?.about ?? NaN;
    assert.ok(Math.abs(about({ input: 0, output: 1000, cached: 0 }) / about(thousand) - 4) < 0.5);
    assert.ok(Math.abs(about({ input: 0, output: 0, cached: 10_000 }) / about(thousand) - 1) < 0.3);
  });
});

const tokens = fc.record({ input: fc.nat(50_000), output: fc.nat(5000), cached: fc.nat(100_000) });
const observations = fc.array(
  fc.record({
    growth: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true }), fc.nat(5)),
    duration: fc.integer({ min: 1, max: 600 * minute }),
    answers: fc
      .array(fc.record({ model: fc.constantFrom('large', 'small', 'old'), tokens }), { maxLength: 4 })
      .map((all) => delays.map(() => all.map((one) => answer(one.model, one.tokens)))),
  }),
  { maxLength: 25 },
);
const resolution = fc.constantFrom(0, 0.1, 1);

describe('what a token costs, whatever was observed', () => {
  it('is never negative, never nonsense, and lies in its range', () => {
    fc.assert(
      fc.property(observations, resolution, tokens, (observed, step, asked) => {
        const costs = CostModel.learn(observed, step);
        const all = ['large', 'small', 'old'].flatMap((model) => [
          costs.costOf(model, asked),
          costs.timesAsMuch(model, 'large'),
        ]);
        for (const one of all) assert.ok(one === null || isSound(one), JSON.stringify(one));
      }),
      { numRuns: 60 },
    );
  });

  it('is the same in other units of tokens and of what was counted', () => {
    fc.assert(
      fc.property(observations, resolution, fc.constantFrom(1 / 64, 8, 1024), (observed, step, factor) => {
        const inTokens = observed.map((one) => ({
          ...one,
          answers: one.answers.map((all) => all.map((each) => scaled(each, factor))),
        }));
        const inGrowth = observed.map((one) => ({ ...one, growth: one.growth * factor }));
        const asked = { input: 1000, output: 500, cached: 100 };
        const [cost, other, grown] = [
          CostModel.learn(observed, step).costOf('large', asked),
          CostModel.learn(inTokens, step).costOf('large', scaled(asked, factor)),
          CostModel.learn(inGrowth, step * factor).costOf('large', asked),
        ];
        for (const [value, expected] of [
          [other?.about, cost?.about],
          [grown?.about, cost === null ? undefined : cost.about * factor],
        ] as const)
          assert.ok(isAbout(value, expected), `${String(value)} for ${String(expected)}`);
      }),
      { numRuns: 40 },
    );
  });

  it('is silent while nothing was counted', () => {
    fc.assert(
      fc.property(observations, tokens, (observed, asked) => {
        const nothing = observed.map((one) => ({ ...one, growth: 0 }));
        assert.equal(CostModel.learn(nothing, 1).costOf('large', asked), null);
      }),
      { numRuns: 30 },
    );
  });
});

function isSound({ about, low, high }: Estimate): boolean {
  return [about, low, high].every((value) => Number.isFinite(value) && value >= 0) && low <= about && about <= high;
}

function scaled<Tokens extends TokenCost>(one: Tokens, factor: number): Tokens {
  return { ...one, input: one.input * factor, output: one.output * factor, cached: one.cached * factor };
}

function isAbout(value: number | undefined, expected: number | undefined): boolean {
  if (value === undefined || expected === undefined) return value === expected;
  return Math.abs(value - expected) <= 1e-6 * expected;
}
