// Knows what is asked of the message endpoint and how it is written on the wire; not who pays or what comes back.
// @see service-interface sections 2.8 and 4.9
import type { Connection } from '../service/connection.ts';
import { headersFor } from '../service/connection.ts';
import type { Credential, HttpRequest } from '../service/http.ts';

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface MessageRequest {
  readonly model: string;
  /** Tokens. */
  readonly maxTokens: number;
  readonly messages: readonly Message[];
}

/** Where a request goes and what pays for it: `{base}/v1/messages`. */
export interface MessageEndpoint {
  readonly base: string;
  readonly credential: Credential;
}

/** The value is the interface's own version (section 9); the header bears the compatible interface's word. */
const interfaceVersion = '2023-06-01';

/** A model may think long before its first byte, so the message endpoint may be silent longer than any other. */
const silenceMilliseconds = 60_000;

export function messageHttpRequest(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): HttpRequest {
  const url = `${endpoint.base}/v1/messages`;
  return {
    method: 'POST',
    url,
    headers: {
      ...headersFor(connection, url),
      [`${connection.profile.words.compat}-version`]: interfaceVersion,
    },
    credential: endpoint.credential,
    body: {
      model: request.model,
      max_tokens: request.maxTokens,
      stream: true,
      messages: request.messages.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })),
    },
    signal,
    silenceMilliseconds,
  };
}
