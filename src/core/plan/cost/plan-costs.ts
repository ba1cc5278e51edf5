// What is to be expected of prompts and answers, of all limits of a plan.
import type { CountedAnswer, TokenCost } from '../../usage/counted-answer.ts';
import type { Estimate } from '../../usage/cost-model/cost-model.ts';
import type { Sample } from '../forecast/samples.ts';
import { bindingWindow, isUsedUp, type QuotaWindow } from '../quota-window.ts';
import { shareOf, type WindowCost, windowCosts } from './window-costs.ts';

export interface ExpectedShare {
  readonly window: QuotaWindow;
  /** Percent of the window. */
  readonly share: Estimate;
  /** How many answers it was learned from. */
  readonly answers: number;
}

/** A prompt, as far as it is known before it is answered. */
export interface PromptTokens {
  readonly model: string;
  /** What the model reads anew, and what the service has kept of it. */
  readonly input: number;
  readonly cached: number;
}

/** The lengths of so many answers before tell how long the next one will be. */
const mostLengths = 50;

export class PlanCosts {
  readonly #windows: readonly WindowCost[];
  /** Tokens of the newest answers, by model, the shortest first. */
  readonly #lengths: ReadonlyMap<string, readonly number[]>;

  private constructor(windows: readonly WindowCost[], lengths: ReadonlyMap<string, readonly number[]>) {
    this.#windows = windows;
    this.#lengths = lengths;
  }

  /** @param answers that the plan of this account paid for, in any order. */
  static learn(
    windows: readonly QuotaWindow[],
    samples: readonly Sample[],
    answers: readonly CountedAnswer[],
    now: number,
  ): PlanCosts {
    const binding = bindingWindow(windows);
    const costs = windowCosts(windows, samples, answers, now).toSorted(
      (one, other) => Number(other.window === binding) - Number(one.window === binding),
    );
    // Of a plan that is used up, a prompt takes nothing.
    return new PlanCosts(binding !== null && isUsedUp(binding) ? [] : costs, lengthsOf(answers));
  }

  /** The limit that stops prompts first comes first; those are left out of which nothing can be said. */
  ofPrompt({ model, input, cached }: PromptTokens): readonly ExpectedShare[] {
    const lengths = this.#lengths.get(model) ?? [];
    const [short, usual, long] = [0.1, 0.5, 0.9].map((place) => lengths[Math.floor(place * lengths.length)] ?? 0);
    return this.#windows.flatMap((cost) => {
      const withOutput = (output = 0): Estimate | null => shareOf(cost, model, { input, output, cached });
      const low = withOutput(short);
      const share = withOutput(usual);
      const high = withOutput(long);
      if (low === null || share === null || high === null) return [];
      return [this.#expected(cost, model, withLength(share, low.about, high.about))];
    });
  }

  /**
   * What answers have taken together whose tokens are known; of a limit nothing where of one of them nothing can be
   * said.
   */
  ofAnswers(answers: readonly CountedAnswer[]): readonly ExpectedShare[] {
    const sums = new Map<string, TokenCost>();
    for (const answer of answers) sums.set(answer.model, added(sums.get(answer.model), answer));
    if (sums.size === 0) return [];
    return this.#windows.flatMap((cost) => {
      let share = nothing;
      let learnedFrom = 0;
      for (const [model, tokens] of sums) {
        const own = shareOf(cost, model, tokens);
        if (own === null) return [];
        share = together(share, own);
        learnedFrom += cost.costs.answersOf(model);
      }
      return [{ window: cost.window, share, answers: learnedFrom }];
    });
  }

  #expected({ window, costs }: WindowCost, model: string, share: Estimate): ExpectedShare {
    return { window, share, answers: costs.answersOf(model) };
  }

  /** Beside the model of these that takes the least for the same tokens; null where that is not known well enough. */
  timesAsMuch(model: string, offered: readonly string[]): { readonly times: Estimate; readonly base: string } | null {
    for (const { costs } of this.#windows) {
      const dearest = offered
        .filter((other) => other !== model)
        .flatMap((base) => {
          const times = costs.timesAsMuch(model, base);
          return times === null ? [] : [{ times, base }];
        })
        .sort((one, other) => other.times.about - one.times.about)[0];
      if (dearest !== undefined) return dearest;
    }
    return null;
  }
}

const nothing: Estimate = { about: 0, low: 0, high: 0 };

/** They may all be wrong in the same direction. */
function together(one: Estimate, other: Estimate): Estimate {
  return { about: one.about + other.about, low: one.low + other.low, high: one.high + other.high };
}

function added(sum: TokenCost | undefined, { input, output, cached }: TokenCost): TokenCost {
  return sum === undefined
    ? { input, output, cached }
    : { input: sum.input + input, output: sum.output + output, cached: sum.cached + cached };
}

/** How long an answer will be is uncertain by itself. */
function withLength({ about, low, high }: Estimate, ifShort: number, ifLong: number): Estimate {
  return {
    about,
    low: Math.max(0, about - Math.hypot(about - low, about - ifShort)),
    high: about + Math.hypot(high - about, ifLong - about),
  };
}

function lengthsOf(answers: readonly CountedAnswer[]): ReadonlyMap<string, readonly number[]> {
  const newest = [...answers].sort((one, other) => other.at - one.at);
  const models = new Set(newest.map(({ model }) => model));
  return new Map(
    [...models].map((model): [string, number[]] => {
      const lengths = newest.flatMap((one) => (one.model === model ? [one.output] : []));
      return [model, lengths.slice(0, mostLengths).sort((one, other) => one - other)];
    }),
  );
}
