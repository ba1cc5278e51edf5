// What a token takes of a limit, by model, with its uncertainty: learned from what the service counted while answers
// were given here. Measured by test/unit/core/plan/cost/cost-simulation.test.ts.
// @see docs/decisions.md#41
import type { CountedAnswer, TokenCost } from '../counted-answer.ts';
import { cell } from './linear-algebra.ts';
import { delays, type Observation } from './observations.ts';
import { type Fit, fitPrices, type Row } from './regression.ts';

/** A figure with the range that holds it eight times in ten. */
export interface Estimate {
  readonly about: number;
  readonly low: number;
  readonly high: number;
}

/** How much more a token of output, or one from the prompt cache, counts than one that is read anew. */
interface Weights {
  readonly output: number;
  readonly cached: number;
}

interface Candidate {
  readonly weights: Weights;
  readonly fit: Fit;
  /** How likely these weights are, next to all others. */
  readonly likely: number;
}

/**
 * Nobody says what a token counts, so all of these are tried and believed as far as they explain what was seen. They
 * hold for all models: only the price of a token differs.
 */
const allWeights: readonly Weights[] = [1, 2, 4, 8].flatMap((output) =>
  [0, 0.1, 0.3, 1].map((cached) => ({ output, cached })),
);
/** With which the delay of the service's figures is found. */
const usualWeights: Weights = { output: 4, cached: 0.1 };

const fewestAnswers = 5;
/** Of times between readings in which something was asked here. */
export const fewestObservations = 6;
/** Standard deviation over the figure: above it, nothing is said. */
const mostUncertain = 0.35;
/** Eight cases in ten lie within so many standard deviations of a normal distribution. */
const deviations = 1.28;
/** The newest tell most, and more would take long. */
const mostObservations = 200;

export class CostModel {
  readonly #models: readonly string[];
  readonly #candidates: readonly Candidate[];
  /** Given while something was observed, by model. */
  readonly #answers: ReadonlyMap<string, number>;

  private constructor(
    models: readonly string[],
    candidates: readonly Candidate[],
    answers: ReadonlyMap<string, number>,
  ) {
    this.#models = models;
    this.#candidates = candidates;
    this.#answers = answers;
  }

  /** @param resolution to how much the service rounds, in the unit of the growth; 0 where it does not. */
  static learn(observations: readonly Observation[], resolution: number): CostModel {
    const newest = observations.slice(-mostObservations);
    const answers = new Map<string, number>();
    for (const { model } of newest.flatMap((one) => one.answers[0] ?? []))
      answers.set(model, (answers.get(model) ?? 0) + 1);
    const models = [...answers.keys()];
    const atWork = newest.filter((one) => (one.answers[0] ?? []).length > 0).length;
    const candidates = atWork < fewestObservations ? [] : candidatesFor(newest, models, resolution);
    return new CostModel(models, candidates, answers);
  }

  /** How many answers of a model it rests on. */
  answersOf(model: string): number {
    return this.#answers.get(model) ?? 0;
  }

  /** What these tokens take, in the unit of the growth; null where that is not known well enough. */
  costOf(model: string, tokens: TokenCost): Estimate | null {
    const place = this.#placeOf(model);
    if (place === null) return null;
    return this.#estimate(({ weights, fit }) => {
      const weighed = weigh(tokens, weights);
      return { value: weighed * (fit.prices[place] ?? 0), variance: weighed ** 2 * cell(fit.covariance, place, place) };
    });
  }

  /** How many times as much the same tokens take as of another model; null where that is not known well enough. */
  timesAsMuch(model: string, other: string): Estimate | null {
    const place = this.#placeOf(model);
    const base = this.#placeOf(other);
    if (place === null || base === null) return null;
    return this.#estimate(({ fit: { prices, covariance } }) => {
      const price = prices[place] ?? 0;
      const basePrice = prices[base] ?? 0;
      const value = price / basePrice;
      const variance =
        cell(covariance, place, place) / price ** 2 +
        cell(covariance, base, base) / basePrice ** 2 -
        (2 * cell(covariance, place, base)) / (price * basePrice);
      return { value, variance: value ** 2 * variance };
    });
  }

  #placeOf(model: string): number | null {
    return this.answersOf(model) < fewestAnswers ? null : this.#models.indexOf(model);
  }

  #estimate(of: (candidate: Candidate) => { readonly value: number; readonly variance: number }): Estimate | null {
    const all = this.#candidates.map((candidate) => ({ likely: candidate.likely, ...of(candidate) }));
    const about = all.reduce((sum, { likely, value }) => sum + likely * value, 0);
    const variance = all.reduce((sum, one) => sum + one.likely * (one.variance + (one.value - about) ** 2), 0);
    const deviation = Math.sqrt(variance);
    if (!(about > 0) || !(deviation <= mostUncertain * about)) return null;
    return { about, low: Math.max(0, about - deviations * deviation), high: about + deviations * deviation };
  }
}

function candidatesFor(
  observations: readonly Observation[],
  models: readonly string[],
  resolution: number,
): Candidate[] {
  // Each growth is the difference of two figures that are rounded by themselves.
  const rounding = resolution ** 2 / 6;
  const duration = observations.reduce((sum, one) => sum + one.duration, 0) / observations.length;
  const rowsFor = (weights: Weights, delay: number): Row[] =>
    observations.map((one) => ({
      growth: one.growth,
      duration: one.duration / duration,
      amounts: amountsOf(one.answers[delay] ?? [], models, weights),
    }));
  const fitsOf = (weights: Weights, delay: number): { readonly weights: Weights; readonly fit: Fit }[] => {
    const fit = fitPrices(rowsFor(weights, delay), rounding);
    return fit === null ? [] : [{ weights, fit }];
  };
  const likelihoods = delays.map((_, delay) => fitsOf(usualWeights, delay)[0]?.fit.likelihood ?? -Infinity);
  const delay = likelihoods.indexOf(Math.max(...likelihoods));
  const fitted = allWeights.flatMap((weights) => fitsOf(weights, delay));
  const most = Math.max(...fitted.map(({ fit }) => fit.likelihood));
  const likely = fitted.map(({ fit }) => Math.exp(fit.likelihood - most));
  const all = likely.reduce((sum, one) => sum + one, 0);
  return fitted.map((one, index) => ({ ...one, likely: (likely[index] ?? 0) / all }));
}

function amountsOf(answers: readonly CountedAnswer[], models: readonly string[], weights: Weights): number[] {
  return models.map((model) =>
    answers.reduce((sum, answer) => (answer.model === model ? sum + weigh(answer, weights) : sum), 0),
  );
}

function weigh({ input, output, cached }: TokenCost, weights: Weights): number {
  return input + weights.output * output + weights.cached * cached;
}
