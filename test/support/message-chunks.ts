// Knows how to read a message stream from chunks in memory, without a socket in between.
import type { MessageRequest } from '../../src/core/chat/message-request.ts';
import { type MessageEvent, streamMessage } from '../../src/core/chat/messages.ts';
import type { Connection } from '../../src/core/service/connection.ts';
import { Secret } from '../../src/core/service/secret.ts';
import { FakeClock } from './fake-clock.ts';
import { connectTo, profileOf } from './service-connection.ts';

export const request: MessageRequest = { model: 'model-1', maxTokens: 100, messages: [{ role: 'user', text: 'Hello' }] };
export const credential = { kind: 'apiKey', key: new Secret('key-1'), audience: '127.0.0.1' } as const;

export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** What a stream of these chunks is read as; with `ending` it throws in place of its end. */
export function readChunks(chunks: Iterable<Uint8Array | string>, ending: Error | null = null): Promise<MessageEvent[]> {
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (ending !== null) throw ending;
    await Promise.resolve();
  }
  const base = connectTo(profileOf('https://base.example'), new FakeClock());
  const connection: Connection = { ...base, http: { ...base.http, eventStream: () => Promise.resolve(bytes()) } };
  return collect(streamMessage(connection, { base: 'https://base.example', credential }, request, new AbortController().signal));
}
