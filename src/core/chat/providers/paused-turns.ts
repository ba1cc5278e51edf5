// The service may pause a long turn: it goes on where what was said so far is sent back, and is one answer to whoever
// asked.
import { type AnswerBlock, type BlockEvent, blocksAfter, placedBehind } from '../messages/blocks.ts';
import type { MessageRequest } from '../messages/message.ts';
import { noUsage, type Usage } from '../messages/stream/stream-event.ts';
import type { AnswerEvent } from '../messages/stream/stream.ts';
import type { ChatProvider } from './fallback-chain.ts';

/** Whoever pauses more often does not get on. */
const mostPauses = 10;

export function throughPauses(provider: ChatProvider): ChatProvider {
  return {
    ...provider,
    answer: (request, signal) => answerThroughPauses(request, (asked) => provider.answer(asked, signal)),
  };
}

async function* answerThroughPauses(
  request: MessageRequest,
  ask: (request: MessageRequest) => AsyncIterable<AnswerEvent>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  let said: readonly AnswerBlock[] = [];
  let usage = noUsage;
  for (let pauses = 0; pauses <= mostPauses; pauses += 1) {
    const messages =
      pauses === 0 ? request.messages : [...request.messages, { role: 'assistant', content: said } as const];
    const arrived: BlockEvent[] = [];
    let isPaused = false;
    for await (const event of ask({ ...request, messages })) {
      if (event.kind === 'started') {
        if (pauses === 0) yield event;
      } else if (event.kind === 'done' || event.kind === 'failed' || event.kind === 'stopped') {
        usage = sumOf(usage, event.usage);
        isPaused = event.kind === 'done' && event.stopReason === 'pause_turn' && arrived.length > 0;
        if (!isPaused || pauses === mostPauses) yield { ...event, usage };
      } else {
        arrived.push(event);
        yield placedBehind(said.length, event);
      }
    }
    if (!isPaused) return;
    said = [...said, ...arrived.reduce<readonly AnswerBlock[]>(blocksAfter, [])];
  }
}

function sumOf(one: Usage, other: Usage): Usage {
  const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : a + b);
  return {
    inputTokens: sum(one.inputTokens, other.inputTokens),
    outputTokens: sum(one.outputTokens, other.outputTokens),
    cacheReadTokens: sum(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: sum(one.cacheWriteTokens, other.cacheWriteTokens),
  };
}
