// One question that costs next to nothing, by which a person finds out whether their plan answers.
import { userText } from '../../../core/chat/messages/message.ts';
import { type AnswerCounts, tokenCost } from '../../../core/chat/session/answer-cost.ts';
import { createProvider, planEndpoint } from '../../../core/chat/providers/fallback-chain.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import { ServiceError } from '../../../core/service/failure/errors.ts';
import type { SessionCredentials } from '../../../core/service/credentials/session-credentials.ts';

/** Null where the plan cannot pay for messages. What is returned rejects with a ServiceError where no answer comes. */
export type PlanQuestion = (connection: Connection, session: SessionCredentials) => (() => Promise<void>) | null;

export function planQuestion(counts: AnswerCounts): PlanQuestion {
  return (connection, session) => questionOf(connection, session, counts);
}

function questionOf(
  connection: Connection,
  session: SessionCredentials,
  counts: AnswerCounts,
): (() => Promise<void>) | null {
  const endpoint = planEndpoint(connection.profile, session);
  const [model] = connection.profile.models;
  if (endpoint === null || model === undefined) return null;
  const messages = [userText('Answer with the word "yes".')];
  const { audience: receiver, account } = session;
  const about = { origin: 'check', conversation: null, payer: 'plan', receiver, account, model: model.id } as const;
  const plan = createProvider(connection, 'plan', endpoint);
  return async () => {
    const asked = plan.answer(
      { model: model.id, maxTokens: 16, whole: true, withoutCacheMarks: true, messages },
      new AbortController().signal,
    );
    for await (const event of asked) {
      if (event.kind === 'failed') throw new ServiceError(event.failure);
      if (event.kind === 'done') counts.add({ ...about, ...tokenCost(event.usage, true, 0) });
    }
  };
}
