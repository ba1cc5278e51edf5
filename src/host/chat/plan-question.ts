// Knows one question that costs next to nothing, by which a person finds out whether their plan answers; not why they ask.
import { createProvider, planEndpoint } from '../../core/chat/providers.ts';
import type { Connection } from '../../core/service/connection.ts';
import { ServiceError } from '../../core/service/errors.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';

/** Null where the plan cannot pay for messages. What is returned rejects with a ServiceError where no answer comes. */
export function planQuestion(connection: Connection, session: SessionCredentials): (() => Promise<void>) | null {
  const endpoint = planEndpoint(connection.profile, session);
  const [model] = connection.profile.models;
  if (endpoint === null || model === undefined) return null;
  const messages = [{ role: 'user' as const, text: 'Answer with the word "yes".' }];
  const plan = createProvider(connection, 'plan', endpoint);
  return async () => {
    const asked = plan.answer({ model: model.id, maxTokens: 16, whole: true, messages }, new AbortController().signal);
    for await (const event of asked) if (event.kind === 'failed') throw new ServiceError(event.failure);
  };
}
