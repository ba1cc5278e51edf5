// Asks without what a model does not take: tools, or marks of the prompt cache. It is found out by the service's
// refusal, and noted where the same request is answered without it.
import type { Failure } from '../../service/failure/errors.ts';
import type { MessageRequest } from '../messages/message.ts';
import type { AnswerEvent } from '../messages/stream/stream.ts';
import { withoutTools } from '../messages/without-tools.ts';
import type { ChatProvider } from './fallback-chain.ts';
import type { LimitedModel, LimitedPart, ModelLimits } from './model-limits.ts';

/** @param audience names the service, as `Connection.audience` does */
export function withinLimits(provider: ChatProvider, audience: string, limits: ModelLimits): ChatProvider {
  return {
    ...provider,
    answer: (request, signal) =>
      answerWithin(request, { audience, payer: provider.payer, model: request.model }, limits, (asked) =>
        provider.answer(asked, signal),
      ),
  };
}

const without: Readonly<Record<LimitedPart, (request: MessageRequest) => MessageRequest>> = {
  tools: withoutTools,
  cacheMarks: (request) => ({ ...request, withoutCacheMarks: true }),
};

/** Keeps `ChatProvider.answer`'s contract. A request is sent anew only where nothing was received. */
async function* answerWithin(
  given: MessageRequest,
  model: LimitedModel,
  limits: ModelLimits,
  ask: (request: MessageRequest) => AsyncIterable<AnswerEvent>,
): AsyncGenerator<AnswerEvent, void, undefined> {
  let request = given;
  for (const part of ['tools', 'cacheMarks'] as const) if (limits.lacks(part, model)) request = without[part](request);
  const leftOut: LimitedPart[] = [];
  let guessed: AnswerEvent | null = null;
  for (;;) {
    let part: LimitedPart | null = null;
    let isFirst = true;
    for await (const event of ask(request)) {
      if (isFirst && event.kind === 'failed') {
        const named = refusedPartOf(event.failure, request);
        part = named ?? (guessed === null && mayBeForTools(event.failure, request) ? 'tools' : null);
        if (part !== null) {
          guessed = named === null ? event : guessed;
          break;
        }
        // Tools were not the reason: what was said of the request as it was is what counts.
        yield guessed ?? event;
        return;
      }
      if (isFirst && event.kind !== 'stopped') for (const one of leftOut) limits.note(one, model);
      isFirst = false;
      yield event;
    }
    if (part === null) return;
    leftOut.push(part);
    request = without[part](request);
  }
}

/** What the service names that the request has; null where it names nothing of the kind. */
function refusedPartOf(failure: Failure, request: MessageRequest): LimitedPart | null {
  if (failure.kind !== 'requestRefused') return null;
  if (failure.refused === 'tools' && hasTools(request)) return 'tools';
  return failure.refused === 'cacheMarks' && request.withoutCacheMarks !== true ? 'cacheMarks' : null;
}

/** Whoever has called a tool before takes them. */
function mayBeForTools(failure: Failure, request: MessageRequest): boolean {
  if (failure.kind !== 'requestRefused' || failure.status !== 400 || failure.refused !== undefined) return false;
  const hasCalled = request.messages.some(({ content }) => content.some(({ kind }) => kind === 'toolUse'));
  return hasTools(request) && !hasCalled;
}

function hasTools({ tools = [] }: MessageRequest): boolean {
  return tools.length > 0;
}
