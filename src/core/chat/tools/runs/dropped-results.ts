// Which results of tools are no longer sent once a run has filled the model's window. They go many at a time and from
// the oldest on, so that what comes before the rest changes seldom, and the prompt cache holds meanwhile.
import type { Message, ToolOutcome } from '../../messages/message.ts';
import { blockTokens, messageTokens } from '../../prompt/message-tokens.ts';
import { messagesOfRun, type RunState, type RunStep } from '../../conversation/runs/run-state.ts';

/** Shares of the window: beyond the one results are dropped, until the rest is below the other. */
const fullShare = 0.8;
const wantedShare = 0.5;
/** The newest steps keep their results: the model is at work on them. */
const keptSteps = 3;

/** How many of the oldest steps go without their results from now on. @param window tokens; null where unknown */
export function stepsToDrop(before: readonly Message[], run: RunState, window: number | null): number {
  if (window === null) return run.droppedSteps;
  let used = tokensIn(before) + tokensIn(messagesOfRun(run));
  if (used <= window * fullShare) return run.droppedSteps;
  let dropped = run.droppedSteps;
  for (const step of run.steps.slice(dropped, -keptSteps)) {
    if (used <= window * wantedShare) break;
    used -= resultTokens(step);
    dropped += 1;
  }
  return dropped;
}

/** Whether a request with what is left takes so much of the window that its earlier turns should be compacted. */
export function isNearlyFull(before: readonly Message[], run: RunState, window: number | null): boolean {
  return window !== null && tokensIn(before) + tokensIn(messagesOfRun(run)) > window * fullShare;
}

function resultTokens({ outcomes }: RunStep): number {
  return [...outcomes.values()].reduce((sum, { isError, content }) => sum + (isError ? 0 : contentTokens(content)), 0);
}

function contentTokens(content: ToolOutcome['content']): number {
  return content.reduce((sum, block) => sum + blockTokens(block), 0);
}

function tokensIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}
