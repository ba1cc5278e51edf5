// The client's own reader as the rows of the bench use it: a connection over the real fetch and the real clock.
import { userText } from '../../../src/core/chat/messages/message.ts';
import { type AnswerEvent, streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { systemClock } from '../../../src/core/ports.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import { connectTo, profileOf } from '../../support/fakes/service-connection.ts';
import { key, maxTokens, model, prompt } from '../stream-reader.ts';

export function tidemarkEvents(base: string): AsyncIterable<AnswerEvent> {
  const profile = profileOf(new URL(base).origin);
  const connection = connectTo(profile, systemClock);
  const endpoint = { base, credential: { kind: 'apiKey', key: new Secret(key), audience: base } } as const;
  const request = { model, maxTokens, messages: [userText(prompt)] } as const;
  return streamMessage(connection, endpoint, request, new AbortController().signal);
}
