// The client's own reader as the rows of the bench use it: a connection over the real fetch and the real clock.
import { type MessageEvent, streamMessage } from '../../../src/core/chat/messages.ts';
import { systemClock } from '../../../src/core/ports.ts';
import { receiverOf } from '../../../src/core/service/profile.ts';
import { Secret } from '../../../src/core/service/secret.ts';
import { connectTo, profileOf } from '../../support/service-connection.ts';
import { key, maxTokens, model, prompt } from '../stream-reader.ts';

export function tidemarkEvents(base: string): AsyncIterable<MessageEvent> {
  const profile = profileOf(new URL(base).origin);
  const connection = connectTo(profile, systemClock);
  const endpoint = { base, credential: { kind: 'apiKey', key: new Secret(key), audience: receiverOf(base) } } as const;
  const request = { model, maxTokens, messages: [{ role: 'user', text: prompt }] } as const;
  return streamMessage(connection, endpoint, request, new AbortController().signal);
}
