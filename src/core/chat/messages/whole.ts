// The answer of the message endpoint as one body, for people whose proxy holds streams back, as the events of a stream.
// @see docs/service.md#2.7 and docs/decisions.md#17
import * as z from 'zod/mini';
import type { Connection } from '../../service/http/connection.ts';
import { type Failure, failureOf } from '../../service/failure/errors.ts';
import { isEcho, withoutEcho } from '../../service/failure/failure-code.ts';
import { secretIn } from '../../service/credentials/credential.ts';
import type { HttpRequest } from '../../service/http/exchange.ts';
import { noteFailure } from '../../service/http/failure-log.ts';
import type { JsonAnswer } from '../../service/http/http.ts';
import type { ServiceProfile } from '../../service/profile/profile.ts';
import { type MessageEndpoint, messageHttpRequest, messageRefusal } from './request.ts';
import type { MessageRequest } from './message.ts';
import { ArrivingBlocks } from './stream/arriving-blocks.ts';
import { blockOf, contentBlockSchema } from './content-block.ts';
import type { AnswerEvent } from './stream/stream.ts';
import { modelName, noUsage, stopReason, usageOf, usageSchema } from './stream/stream-event.ts';

const messageSchema = z.object({
  model: modelName,
  stop_reason: stopReason,
  usage: usageSchema,
  content: z.array(contentBlockSchema),
});
type Message = z.infer<typeof messageSchema>;

/** Same contract as `streamMessage`: one terminal event, last; no throw but for faults of our own. */
export async function* wholeMessage(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const secret = secretIn(endpoint.credential).reveal();
  // What is wrong in an answer is noted here, once it is read to its end.
  const sent: HttpRequest = {
    ...messageHttpRequest(connection, endpoint, request, signal),
    needsNoLogLine: () => true,
  };
  try {
    const answer = await connection.http.json(sent);
    const message = readMessage(answer, connection.profile);
    if (message.kind === 'read') {
      yield* eventsOf(message.message, secret);
      return;
    }
    const failure = withoutEcho(message.failure, [secret]);
    noteFailure(connection.log, sent, answer.status, failure);
    yield { kind: 'failed', failure, usage: noUsage };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    yield failure.kind === 'stopped'
      ? { kind: 'stopped', usage: noUsage }
      : { kind: 'failed', failure: withoutEcho(failure, [secret]), usage: noUsage };
  }
}

type ReadMessage =
  | { readonly kind: 'read'; readonly message: Message }
  | { readonly kind: 'unreadable'; readonly failure: Failure };

function readMessage(answer: JsonAnswer, profile: ServiceProfile): ReadMessage {
  const failure = messageRefusal(profile, answer) ?? answer.failure;
  if (failure !== null) return { kind: 'unreadable', failure };
  const message = messageSchema.safeParse(answer.body);
  return message.success
    ? { kind: 'read', message: message.data }
    : { kind: 'unreadable', failure: { kind: 'unexpectedAnswer', what: 'schema' } };
}

function eventsOf({ model, content, stop_reason: reason, usage }: Message, secret: string): AnswerEvent[] {
  const events: AnswerEvent[] = [
    { kind: 'started', model: model === undefined || isEcho(model, [secret]) ? null : model },
  ];
  const blocks = new ArrivingBlocks((event) => events.push(event));
  for (const [number, block] of content.entries()) {
    blocks.begin(number, blockOf(block));
    blocks.end(number);
  }
  return [...events, { kind: 'done', stopReason: reason ?? null, usage: { ...noUsage, ...usageOf(usage) } }];
}
