// The events of a message stream as bytes, and a prompt that asks a loopback server for one.
import { type MessageRequest, userText } from '../../../src/core/chat/messages/message.ts';
import { type AnswerEvent, streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import type { LoopbackServer } from './loopback-server.ts';
import { audience, connectTo, profileOf } from '../fakes/service-connection.ts';

export const request: MessageRequest = {
  model: 'model-1',
  maxTokens: 100,
  messages: [userText('Hello')],
};
export const credential = { kind: 'apiKey', key: new Secret('key-1'), audience } as const;

/** The stream that the server answers the prompt with. */
export function streamFrom(
  server: LoopbackServer,
  clock = new FakeClock(),
  signal = new AbortController().signal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const connection = connectTo(profileOf(server.origin), clock);
  return streamMessage(connection, { base: `${server.origin}/api/compat`, credential }, request, signal);
}

export async function collect(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const collected: AnswerEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/**
 * One event as docs/service.md#6 shows it: an `event:` line, a `data:` line whose `type` equals it, and an empty line.
 */
export function wireEvent(type: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

export const messageStart = wireEvent('message_start', {
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'model-1-big',
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 1 },
  },
});

export const blockStart = wireEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
export const blockStop = wireEvent('content_block_stop', { index: 0 });
export const messageDelta = wireEvent('message_delta', {
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: { output_tokens: 7 },
});
export const messageStop = wireEvent('message_stop');

export function textDelta(text: string): string {
  return wireEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
}

/** A whole answer with this text, in one delta for each piece. */
export function wholeAnswer(...pieces: readonly string[]): string {
  return messageStart + blockStart + pieces.map(textDelta).join('') + blockStop + messageDelta + messageStop;
}
