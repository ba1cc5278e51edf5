// Knows the answer of the message endpoint as one body, for people whose proxy holds streams back, and tells it by the same
// events as a stream. @see observed-shapes (message stream), decisions 17
import * as z from 'zod/mini';
import type { Connection } from '../service/connection.ts';
import { failureOf, ServiceError } from '../service/errors.ts';
import { isEcho, withoutEcho } from '../service/failure-code.ts';
import { secretIn } from '../service/http.ts';
import { type MessageEndpoint, messageHttpRequest, messageRefusal, type MessageRequest } from './message-request.ts';
import type { MessageEvent } from './messages.ts';
import { modelName, noUsage, optionalText, stopReason, usageOf, usageSchema } from './stream-event.ts';

const messageSchema = z.object({
  model: modelName,
  stop_reason: stopReason,
  usage: usageSchema,
  content: z.array(z.object({ type: z.string(), text: optionalText, thinking: optionalText, input: z.optional(z.unknown()) })),
});
type Message = z.infer<typeof messageSchema>;

/** Same contract as `streamMessage`: one terminal event, last; no throw but for faults of our own. */
export async function* wholeMessage(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<MessageEvent, void, undefined> {
  const sent = secretIn(endpoint.credential).reveal();
  try {
    const answer = await connection.http.json(messageHttpRequest(connection, endpoint, request, signal));
    const failure = messageRefusal(connection.profile, answer) ?? answer.failure;
    if (failure !== null) throw new ServiceError(failure);
    const message = messageSchema.safeParse(answer.body);
    if (!message.success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
    yield* eventsOf(message.data, sent);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    yield failure.kind === 'stopped' ? { kind: 'stopped', usage: noUsage } : { kind: 'failed', failure: withoutEcho(failure, [sent]), usage: noUsage };
  }
}

function* eventsOf({ model, content, stop_reason: reason, usage }: Message, sent: string): Generator<MessageEvent, void, undefined> {
  yield { kind: 'started', model: model === undefined || isEcho(model, [sent]) ? null : model };
  for (const [index, block] of content.entries()) {
    yield { kind: 'blockStarted', index, block: block.type };
    // Blocks of other types are skipped, as they are in a stream.
    if (block.type === 'text' && block.text) yield { kind: 'textAdded', text: block.text };
    if (block.type === 'thinking' && block.thinking) yield { kind: 'thinkingAdded', text: block.thinking };
    if (block.type === 'tool_use') yield { kind: 'toolInputAdded', index, json: JSON.stringify(block.input ?? {}) };
    yield { kind: 'blockStopped', index };
  }
  yield { kind: 'done', stopReason: reason ?? null, usage: { ...noUsage, ...usageOf(usage) } };
}
