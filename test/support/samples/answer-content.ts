// What is compared between two readers of one answer: its content by kind, and how it ended.
import type { AnswerEvent } from '../../../src/core/chat/messages/stream/stream.ts';

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

/** Joins the events of our own reader. Throws where the answer did not end as done. */
export function contentOf(events: readonly AnswerEvent[]): AnswerContent {
  let [model, text, thinking, toolInput]: [string | null, string, string, string] = [null, '', '', ''];
  for (const event of events) {
    if (event.kind === 'started') model = event.model;
    else if (event.kind === 'textAdded') text += event.text;
    else if (event.kind === 'thinkingAdded') thinking += event.text;
    else if (event.kind === 'toolInputAdded') toolInput += event.text;
  }
  const end = events.at(-1);
  if (end?.kind !== 'done') throw new Error(`The answer ended as ${JSON.stringify(end)}.`);
  const { stopReason, usage } = end;
  return {
    model,
    text,
    thinking,
    toolInput,
    stopReason,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
  };
}
