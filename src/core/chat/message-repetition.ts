// Knows when a message is sent again to the same provider: nothing was received, and the service surely has not read it. It
// does not know what a message says nor which provider comes next.
import type { Clock } from '../ports.ts';
import { repetitionOfMessage } from '../service/errors.ts';
import { pause, pauseBefore, repetitionRule } from '../service/repetition.ts';
import type { MessageEvent } from './messages.ts';

/** The events of the last attempt; those before it left none. `attempt` keeps `streamMessage`'s contract, and so does this. */
export async function* repeatMessage(
  attempt: () => AsyncIterable<MessageEvent>,
  clock: Clock,
  signals: readonly AbortSignal[],
): AsyncGenerator<MessageEvent, void, undefined> {
  for (let repetitions = 0; ; repetitions += 1) {
    let wait: number | null = null;
    let received = false;
    for await (const event of attempt()) {
      wait = received ? null : waitAfter(event, repetitions, clock.now());
      if (wait !== null) break;
      received = true;
      yield event;
    }
    if (wait === null) return;
    // A stop ends the pause, and the next attempt then says that it was stopped.
    await pause(clock, wait, signals);
  }
}

function waitAfter(event: MessageEvent, repetitions: number, now: number): number | null {
  if (event.kind !== 'failed' || repetitions >= repetitionRule.retries) return null;
  return pauseBefore(repetitionOfMessage(event.failure), repetitions, now, repetitionRule);
}
