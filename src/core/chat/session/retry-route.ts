// Whom a prompt goes to when a person asks for its answer again.
import { type Failure, refusesPlan } from '../../service/failure/errors.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import type { Route } from '../providers/fallback-chain.ts';

function isPaidByKey({ source }: AnswerTurn): boolean {
  return source?.payer === 'apiKey';
}

/** An explicit retry is what lifts a refusal, so it asks the plan where there is one (docs/decisions.md#13). */
export function routeOfRetry(before: AnswerTurn, chosen: 'again' | 'withKey', signedIn: boolean): Route {
  if (chosen === 'withKey') return 'apiKeyOnly';
  if (isPaidByKey(before)) return 'apiKeyAgain';
  return signedIn ? 'planOnly' : 'byPolicy';
}

/**
 * To go on is an explicit retry as well: whoever presses the button on an answer that the plan broke off does not read
 * once more that it did, without anybody having been asked.
 */
export function routeOfContinuing(before: AnswerTurn): Route {
  if (isPaidByKey(before)) return 'apiKeyAgain';
  return refusalOf(before) === null ? 'byPolicy' : 'planAgain';
}

/**
 * For the answers of a run behind its first one. What the person said about paying holds for the first request: behind
 * it the day's cap is in force again, and a plan that was asked again is asked like any other.
 */
export function routeOfNextStep(first: Route): Route {
  switch (first) {
    case 'apiKeyOnly':
    case 'apiKeyAgain':
      return 'apiKeyAgain';
    case 'byPolicy':
    case 'planAgain':
    case 'planOnly':
      return 'byPolicy';
  }
}

/** That the plan refused this prompt before; other failures are no refusal, and are not called one. */
export function refusalOf({ planRefusal, progress }: AnswerTurn): Failure | null {
  return planRefusal ?? (progress.kind === 'failed' && refusesPlan(progress.failure) ? progress.failure : null);
}
