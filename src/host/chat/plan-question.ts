// Knows one question that costs next to nothing, by which a person finds out whether their plan answers; not why they ask.
import { planEndpoint } from '../../core/chat/providers.ts';
import { fetchWholeMessage } from '../../core/chat/whole-message.ts';
import type { Connection } from '../../core/service/connection.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';

/** Null where the plan cannot pay for messages. What is returned rejects with a ServiceError where no answer comes. */
export function planQuestion(connection: Connection, session: SessionCredentials): (() => Promise<void>) | null {
  const endpoint = planEndpoint(connection.profile, session);
  const [model] = connection.profile.models;
  if (endpoint === null || model === undefined) return null;
  const request = { model: model.id, maxTokens: 16, messages: [{ role: 'user' as const, text: 'Answer with the word "yes".' }] };
  return () => fetchWholeMessage(connection, endpoint, request, new AbortController().signal);
}
