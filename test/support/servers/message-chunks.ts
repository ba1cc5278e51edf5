// Reads a message stream from chunks in memory, without a socket in between.
import { type MessageRequest, userText } from '../../../src/core/chat/messages/message.ts';
import { type AnswerEvent, streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { audience, connectTo, profileOf } from '../fakes/service-connection.ts';

export const request: MessageRequest = {
  model: 'model-1',
  maxTokens: 100,
  messages: [userText('Hello')],
};
export const credential = { kind: 'apiKey', key: new Secret('key-1'), audience } as const;

export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** What a stream of these chunks is read as; with `ending` it throws in place of its end. */
export function readChunks(chunks: Iterable<Uint8Array | string>, ending: Error | null = null): Promise<AnswerEvent[]> {
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (ending !== null) throw ending;
    await Promise.resolve();
  }
  const base = connectTo(profileOf('https://base.example'), new FakeClock());
  const connection: Connection = { ...base, http: { ...base.http, eventStream: () => Promise.resolve(bytes()) } };
  return collect(
    streamMessage(connection, { base: 'https://base.example', credential }, request, new AbortController().signal),
  );
}
