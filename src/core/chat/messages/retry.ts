// A message is sent again to the same provider only where nothing was received and the service surely has not read it.
import type { Clock } from '../../ports.ts';
import { messageRetryPolicyOf } from '../../service/failure/errors.ts';
import { pause, pauseBefore, retryRule } from '../../service/http/retry.ts';
import type { AnswerEvent } from './stream/stream.ts';

/**
 * The events of the last attempt; those before it left none. `attempt` keeps `streamMessage`'s contract, and so does
 * this.
 */
export async function* retryMessage(
  attempt: () => AsyncIterable<AnswerEvent>,
  clock: Clock,
  signals: readonly AbortSignal[],
): AsyncGenerator<AnswerEvent, void, undefined> {
  for (let retries = 0; ; retries += 1) {
    let wait: number | null = null;
    let received = false;
    for await (const event of attempt()) {
      wait = received ? null : waitAfter(event, retries, clock.now());
      if (wait !== null) break;
      received = true;
      yield event;
    }
    if (wait === null) return;
    // A stop ends the pause, and the next attempt then says that it was stopped.
    await pause(clock, wait, signals);
  }
}

function waitAfter(event: AnswerEvent, retries: number, now: number): number | null {
  if (event.kind !== 'failed' || retries >= retryRule.retries) return null;
  return pauseBefore(messageRetryPolicyOf(event.failure), retries, now, retryRule);
}
