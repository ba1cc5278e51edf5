// What answers take of each limit of a plan, as far as it can be learned.
import { CostModel, type Estimate } from '../../usage/cost-model/cost-model.ts';
import { observationsOf } from '../../usage/cost-model/observations.ts';
import type { CountedAnswer, TokenCost } from '../../usage/counted-answer.ts';
import { growthOf } from '../breakdown/counted-growth.ts';
import { countsAnswers } from '../breakdown/plan-breakdowns.ts';
import type { Sample } from '../forecast/samples.ts';
import type { QuotaWindow } from '../quota-window.ts';

export interface WindowCost {
  readonly window: QuotaWindow;
  readonly costs: CostModel;
  /** Percent of the window that one of what the costs are in makes. */
  readonly percentEach: number;
}

/** @param answers that the plan of this account paid for. */
export function windowCosts(
  windows: readonly QuotaWindow[],
  samples: readonly Sample[],
  answers: readonly CountedAnswer[],
  now: number,
): readonly WindowCost[] {
  return windows.filter(countsAnswers).flatMap((window) => {
    const growth = growthOf(samples, window, now);
    const limit = growth.unit === 'tokens' ? window.total : 100;
    if (limit === null || limit <= 0) return [];
    const costs = CostModel.learn(observationsOf(growth, limit, answers), growth.resolution);
    return [{ window, costs, percentEach: 100 / limit }];
  });
}

/** Percent of the window that these tokens take; null where that is not known well enough. */
export function shareOf({ costs, percentEach }: WindowCost, model: string, tokens: TokenCost): Estimate | null {
  const cost = costs.costOf(model, tokens);
  if (cost === null) return null;
  return { about: cost.about * percentEach, low: cost.low * percentEach, high: cost.high * percentEach };
}
