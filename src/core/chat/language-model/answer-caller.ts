// One answer for another program: the plan first, and the API key where the plan refuses and the person allows it, as
// for the chat. @see docs/decisions.md#13
import type { Clock, Log } from '../../ports.ts';
import { isSameKey } from '../../service/credentials/credential.ts';
import type { AnswerOrigin } from '../../usage/counted-answer.ts';
import { type Failure, refusesPlan } from '../../service/failure/errors.ts';
import { type AnswerTurn, createAnswer } from '../conversation/answer.ts';
import type { MessageRequest } from '../messages/message.ts';
import type { Route } from '../providers/fallback-chain.ts';
import { AnswerRun, type RunEvent } from '../session/answer-run.ts';
import type { Payers } from '../session/payers.ts';
import type { KeyConsent } from './key-consent.ts';

/**
 * Tells every event of the answer, and resolves with it when it has ended; never rejects. Aborting `signal` closes the
 * socket at once.
 */
export async function answerCaller(
  request: MessageRequest | null,
  origin: AnswerOrigin,
  payers: Payers,
  consent: KeyConsent,
  signal: AbortSignal,
  tell: (event: RunEvent) => void,
  clock: Clock,
  log: Log,
): Promise<AnswerTurn> {
  const runBy = async (route: Route): Promise<AnswerTurn> => {
    const run = new AnswerRun(createAnswer('', clock.now()), { origin, conversation: null }, payers, clock, log);
    const stop = (): void => run.stop();
    signal.addEventListener('abort', stop);
    if (signal.aborted) run.stop();
    await run.run({ route, request, leftOut: null }, tell);
    signal.removeEventListener('abort', stop);
    return run.answer;
  };
  const answer = await runBy('byPolicy');
  const refusal = refusalOf(answer);
  const key = payers.keyNeedingConsent;
  if (refusal === null || key === null) return answer;
  // Beyond the day's cap nobody is asked: the key's own rule says no.
  const mayPay = payers.isKeyBarred || (await consent.mayPay(refusal, key));
  // While the person thought about it, the key may have become another, or the rule may have.
  const isStillAsked = isSameKey(key, payers.keyNeedingConsent);
  return mayPay && isStillAsked && !signal.aborted ? runBy('apiKeyAgain') : answer;
}

/** Why the plan did not answer at all; null where it did, or where something else went wrong. */
function refusalOf({ progress, blocks }: AnswerTurn): Failure | null {
  if (progress.kind !== 'failed' || blocks.length > 0) return null;
  const { failure } = progress;
  return refusesPlan(failure) || failure.kind === 'signedOut' || failure.kind === 'keyNeeded' ? failure : null;
}
