// Knows what is compared between two readers of one answer: what was said in all, by kind, and how it ended. It does not
// know who read it.
import type { MessageEvent } from '../../src/core/chat/messages.ts';

export interface AnswerContent {
  readonly model: string | null;
  readonly text: string;
  readonly thinking: string;
  /** The JSON of every tool call as it was sent, in order. */
  readonly toolInput: string;
  readonly stopReason: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Joins what our own reader told. Throws where the answer did not end as done. */
export function contentOf(events: readonly MessageEvent[]): AnswerContent {
  let [model, text, thinking, toolInput]: [string | null, string, string, string] = [null, '', '', ''];
  for (const event of events) {
    if (event.kind === 'started') model = event.model;
    else if (event.kind === 'textAdded') text += event.text;
    else if (event.kind === 'thinkingAdded') thinking += event.text;
    else if (event.kind === 'toolInputAdded') toolInput += event.json;
  }
  const end = events.at(-1);
  if (end?.kind !== 'done') throw new Error(`The answer ended as ${JSON.stringify(end)}.`);
  const { stopReason, usage } = end;
  return { model, text, thinking, toolInput, stopReason, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens };
}
