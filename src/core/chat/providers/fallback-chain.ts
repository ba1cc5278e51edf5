// Who can answer a prompt, in which order, and when the API-key provider may take the plan's place. A prompt is sent at
// most once to each provider. @see docs/service.md#5.6, docs/decisions.md#2 and docs/decisions.md#13
import type { BoundKey } from '../../service/credentials/credential.ts';
import type { Connection } from '../../service/http/connection.ts';
import { type Failure, refusesPlan } from '../../service/failure/errors.ts';
import { keyAddressOf, type Service } from '../../service/profile/audience.ts';
import type { ServiceProfile } from '../../service/profile/profile.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { type AnswerEvent, streamMessage } from '../messages/stream/stream.ts';
import { retryMessage } from '../messages/retry.ts';
import type { MessageEndpoint } from '../messages/request.ts';
import type { MessageRequest } from '../messages/message.ts';
import type { PlanRefusal } from './plan-refusal.ts';
import { noUsage } from '../messages/stream/stream-event.ts';
import { wholeMessage } from '../messages/whole.ts';

export type Payer = 'plan' | 'apiKey';

/** Shown on every answer: who pays, and which model answered. */
export interface AnswerSource {
  readonly payer: Payer;
  readonly model: string;
  /** Whose plan, as `SessionCredentials.account` names it; absent where the key pays, and where nobody noted it. */
  readonly account?: string | undefined;
}

export interface ChatProvider {
  readonly payer: Payer;
  /** Same contract as `streamMessage`: exactly one terminal event, no throw but for faults of our own. */
  readonly answer: (request: MessageRequest, signal: AbortSignal) => AsyncIterable<AnswerEvent>;
}

/** What the person allowed when a plan refuses. */
export type FallbackPolicy = 'ask' | 'always' | 'never';

/**
 * Where messages go that the plan pays for; null where signed in with `secondary` and no base address
 * (docs/decisions.md#2).
 */
export function planEndpoint(profile: ServiceProfile, session: SessionCredentials): MessageEndpoint | null {
  const { planMessagesUrl, apiUrl, words } = profile;
  if (planMessagesUrl !== undefined)
    return {
      base: planMessagesUrl,
      credential: { kind: 'bearer', token: session.businessToken, audience: session.audience },
    };
  if (session.provider === 'secondary') return null;
  return {
    base: `${apiUrl}/api/${words.compat}`,
    credential: { kind: 'apiKey', key: session.businessToken, audience: session.audience },
  };
}

/**
 * Where messages go that the API key pays for; null where neither the profile nor the person names an address, or
 * another one than that which the key was set for.
 */
export function keyEndpoint(
  service: Service,
  { key, receiver }: BoundKey,
  ownBase: string | null,
): MessageEndpoint | null {
  const address = keyAddressOf(service, ownBase);
  return address?.receiver !== receiver
    ? null
    : { base: address.base, credential: { kind: 'apiKey', key, audience: receiver } };
}

export function createProvider(connection: Connection, payer: Payer, endpoint: MessageEndpoint): ChatProvider {
  return {
    payer,
    answer(request, signal) {
      const send = request.whole === true ? wholeMessage : streamMessage;
      return retryMessage(() => send(connection, endpoint, request, signal), connection.clock, [
        signal,
        connection.ending,
      ]);
    },
  };
}

/**
 * Whom a prompt may go to: by the rule, or by what the person chose on a button. `planAgain` is the rule, but that the
 * plan is asked also where it has refused. `apiKeyAgain` is another try at what the key was paying for: no fresh
 * consent, so the cap holds.
 */
export type Route = 'byPolicy' | 'planAgain' | 'planOnly' | 'apiKeyOnly' | 'apiKeyAgain';

export interface Chain {
  readonly plan: ChatProvider | null;
  /** Whether the account is known to have none, so that a plan with nothing left is no plan at all. */
  readonly hasNoPlan: boolean;
  /** What an answer ends with where there is no plan to ask. */
  readonly withoutPlan: Failure;
  readonly apiKey: ChatProvider | null;
  /** Why the key may not pay by itself any more today; it still does where the person says so for one answer. */
  readonly keyBarred: () => Failure | null;
  readonly policy: FallbackPolicy;
  /** A refusal that still holds; the plan is then not asked but by an explicit retry. */
  readonly refusal: PlanRefusal | null;
}

export type ChainEvent =
  /** This provider is about to be asked. */
  | { readonly kind: 'sourceChosen'; readonly source: AnswerSource }
  /** The plan refused this prompt just now: it is to be marked. */
  | { readonly kind: 'planRefused'; readonly failure: Failure }
  /** This provider has begun to answer, and so to be paid. Of the plan it lifts whatever marked it. */
  | { readonly kind: 'accepted'; readonly payer: Payer }
  | AnswerEvent;

const keyMissing: Failure = { kind: 'keyNeeded' };

/** Answers a prompt by the chain's rule. Exactly one terminal event, last. */
export async function* answerThroughChain(
  chain: Chain,
  route: Route,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<ChainEvent, void, undefined> {
  const { plan, apiKey, refusal, keyBarred } = chain;
  const forKeyOnly = route === 'apiKeyOnly' || route === 'apiKeyAgain';
  const asksPlan = !forKeyOnly && (route !== 'byPolicy' || refusal === null);
  const notAsked = plan === null || refusal === null ? chain.withoutPlan : refusal.failure;
  let refused = forKeyOnly ? keyMissing : notAsked;
  if (plan !== null && asksPlan) {
    const outcome = yield* askProvider(plan, request, signal, chain.hasNoPlan);
    if (outcome === null) return;
    refused = outcome;
  }
  const mayUseKey = forKeyOnly || (route !== 'planOnly' && chain.policy === 'always');
  if (apiKey !== null && mayUseKey) {
    const barred = route === 'apiKeyOnly' ? null : keyBarred();
    if (barred === null) {
      yield* askProvider(apiKey, request, signal);
      return;
    }
    refused = barred;
  }
  yield { kind: 'failed', failure: refused, usage: noUsage };
}

/**
 * Asks one provider. Returns null when the answer has ended, or the failure by which the plan refused before anything
 * was received; then the terminal event is held back, since the chain goes on. A provider that refuses at once is never
 * said to pay.
 */
async function* askProvider(
  { payer, answer }: ChatProvider,
  request: MessageRequest,
  signal: AbortSignal,
  hasNoPlan = false,
): AsyncGenerator<ChainEvent, Failure | null, undefined> {
  yield { kind: 'sourceChosen', source: { payer, model: request.model } };
  let accepted = false;
  for await (const answered of answer(request, signal)) {
    const event = hasNoPlan ? withoutPlan(answered) : answered;
    if (payer === 'plan' && event.kind === 'failed' && refusesPlan(event.failure)) {
      yield { kind: 'planRefused', failure: event.failure };
      if (!accepted) return event.failure;
    }
    if (!accepted && event.kind !== 'failed' && event.kind !== 'stopped') {
      accepted = true;
      yield { kind: 'accepted', payer };
    }
    yield event;
  }
  return null;
}

/** Of an account without a plan the service says what it says of one that is used up. */
function withoutPlan(event: AnswerEvent): AnswerEvent {
  return event.kind === 'failed' && event.failure.kind === 'balanceExhausted'
    ? { ...event, failure: { kind: 'noPlan' } }
    : event;
}
