// Knows whom a prompt goes to when a person asks for its answer again, and what of the answer before still counts; not how
// an answer is fetched.
import { type Failure, refusesPlan } from '../service/errors.ts';
import type { AnswerTurn } from './conversation.ts';
import type { Route } from './providers.ts';

export function isPaidByKey({ source }: AnswerTurn): boolean {
  return source?.payer === 'apiKey';
}

/** An explicit retry is what lifts a refusal, so it asks the plan where there is one (decisions 13). */
export function routeOfRetry(before: AnswerTurn, chosen: 'again' | 'withKey', signedIn: boolean): Route {
  if (chosen === 'withKey') return 'apiKeyOnly';
  if (isPaidByKey(before)) return 'apiKeyAgain';
  return signedIn ? 'planOnly' : 'byPolicy';
}

/** That the plan refused this prompt before; other failures are no refusal, and are not called one. */
export function refusalOf({ planRefusal, progress }: AnswerTurn): Failure | null {
  return planRefusal ?? (progress.kind === 'failed' && refusesPlan(progress.failure) ? progress.failure : null);
}
