// The client's own reader as the rows of the bench use it: a connection over the real fetch and the real clock.
import { type MessageEvent, streamMessage } from '../../../src/core/chat/messages.ts';
import { systemClock } from '../../../src/core/ports.ts';
import type { Connection } from '../../../src/core/service/connection.ts';
import { createHttp } from '../../../src/core/service/http.ts';
import { Secret } from '../../../src/core/service/secret.ts';
import { identity, profileOf } from '../../support/service-connection.ts';
import { key, maxTokens, model, prompt } from '../stream-reader.ts';

export function tidemarkEvents(base: string): AsyncIterable<MessageEvent> {
  const profile = profileOf(new URL(base).origin);
  const connection: Connection = { profile, identity, http: createHttp(fetch, systemClock), clock: systemClock };
  const endpoint = { base, credential: { kind: 'apiKey', key: new Secret(key) } } as const;
  const request = { model, maxTokens, messages: [{ role: 'user', text: prompt }] } as const;
  return streamMessage(connection, endpoint, request, new AbortController().signal);
}
