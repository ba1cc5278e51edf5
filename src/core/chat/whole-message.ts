// Knows how an answer is asked for in one piece instead of a stream, and whether one came; not what is done with it.
// @see service-interface section 4.9; its shape is that of the message in `message_start`.
import * as z from 'zod/mini';
import type { Connection } from '../service/connection.ts';
import { ServiceError } from '../service/errors.ts';
import { type MessageEndpoint, messageHttpRequest, type MessageRequest } from './message-request.ts';

const wholeMessageSchema = z.object({ type: z.literal('message'), content: z.array(z.unknown()) });

/** Resolves once a whole message came back; sent once. Throws ServiceError. */
export async function fetchWholeMessage(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): Promise<void> {
  const answer = await connection.http.json(messageHttpRequest(connection, endpoint, request, signal, 'whole'));
  if (answer.failure !== null) throw new ServiceError(answer.failure);
  if (!wholeMessageSchema.safeParse(answer.body).success) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
}
