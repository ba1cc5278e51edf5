// Knows who can answer a prompt, in which order, and when the API-key provider may take the plan's place; not how a
// person is asked or told. A prompt is sent at most once to each provider. @see service-interface 4.9, 5.6; decisions 2, 13
import type { BoundKey } from '../service/bound-key.ts';
import type { Connection } from '../service/connection.ts';
import { type Failure, refusesPlan } from '../service/errors.ts';
import { keyBaseOf, receiverOf, type ServiceProfile } from '../service/profile.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import { type MessageEvent, streamMessage } from './messages.ts';
import { repeatMessage } from './message-repetition.ts';
import type { MessageEndpoint, MessageRequest } from './message-request.ts';
import { noUsage } from './stream-event.ts';
import { wholeMessage } from './whole-message.ts';

export type Payer = 'plan' | 'apiKey';

/** What stands on every answer: who pays, and which model spoke. */
export interface AnswerSource {
  readonly payer: Payer;
  readonly model: string;
}

export interface ChatProvider {
  readonly payer: Payer;
  /** Same contract as `streamMessage`: exactly one terminal event, no throw but for faults of our own. */
  readonly answer: (request: MessageRequest, signal: AbortSignal) => AsyncIterable<MessageEvent>;
}

/** What the person allowed when a plan refuses. */
export type FallbackPolicy = 'ask' | 'always' | 'never';

/** That the plan refused, when, and the time at which it is worth trying again by itself. */
export interface PlanRefusal {
  readonly failure: Failure;
  /** The binding window's reset, in milliseconds since the epoch; null where only a person can lift the refusal. */
  readonly until: number | null;
}

/** Where messages go that the plan pays for; null where signed in with `secondary` and no base address (decisions 2). */
export function planEndpoint(profile: ServiceProfile, session: SessionCredentials): MessageEndpoint | null {
  const { planMessagesUrl, apiUrl, words } = profile;
  if (planMessagesUrl !== undefined) return { base: planMessagesUrl, credential: { kind: 'bearer', token: session.businessToken, audience: session.audience } };
  if (session.provider === 'secondary') return null;
  return { base: `${apiUrl}/api/${words.compat}`, credential: { kind: 'apiKey', key: session.businessToken, audience: session.audience } };
}

/**
 * Where messages go that the API key pays for; null where neither the profile nor the person names a host, or another one
 * than that which the key was set for.
 */
export function keyEndpoint(profile: ServiceProfile, { key, receiver }: BoundKey, ownBase: string | null): MessageEndpoint | null {
  const base = keyBaseOf(profile, ownBase);
  return base === null || receiverOf(base) !== receiver ? null : { base, credential: { kind: 'apiKey', key, audience: receiver } };
}

export function createProvider(connection: Connection, payer: Payer, endpoint: MessageEndpoint): ChatProvider {
  return {
    payer,
    answer(request, signal) {
      const send = request.whole === true ? wholeMessage : streamMessage;
      return repeatMessage(() => send(connection, endpoint, request, signal), connection.clock, [signal, connection.ending]);
    },
  };
}

/**
 * Whom a prompt may go to: by the rule, or by what the person chose on a button. `apiKeyAgain` is another try at what the
 * key was paying for: no fresh consent, so the cap holds.
 */
export type Route = 'byPolicy' | 'planOnly' | 'apiKeyOnly' | 'apiKeyAgain';

export interface Chain {
  readonly plan: ChatProvider | null;
  /** What an answer ends with where there is no plan to ask. */
  readonly withoutPlan: Failure;
  readonly apiKey: ChatProvider | null;
  /** Why the key may not pay by itself any more today; it still does where the person says so for one answer. */
  readonly keyBarred: Failure | null;
  readonly policy: FallbackPolicy;
  /** A refusal still in force; the plan is then not asked but by an explicit retry. */
  readonly refusal: PlanRefusal | null;
}

export type ChainEvent =
  /** This provider is about to be asked. */
  | { readonly kind: 'sourceChosen'; readonly source: AnswerSource }
  /** The plan refused this prompt just now: it is to be marked. */
  | { readonly kind: 'planRefused'; readonly failure: Failure }
  /** The plan accepted a prompt: whatever marked it is lifted. */
  | { readonly kind: 'planAccepted' }
  | MessageEvent;

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
  const asksPlan = !forKeyOnly && (route === 'planOnly' || refusal === null);
  let refused = forKeyOnly ? keyMissing : (refusal?.failure ?? chain.withoutPlan);
  if (plan !== null && asksPlan) {
    const outcome = yield* askPlan(plan, request, signal);
    if (outcome === null) return;
    refused = outcome;
  }
  const mayUseKey = forKeyOnly || (route === 'byPolicy' && chain.policy === 'always');
  if (apiKey !== null && mayUseKey) {
    if (keyBarred === null || route === 'apiKeyOnly') {
      yield { kind: 'sourceChosen', source: { payer: 'apiKey', model: request.model } };
      yield* apiKey.answer(request, signal);
      return;
    }
    refused = keyBarred;
  }
  yield { kind: 'failed', failure: refused, usage: noUsage };
}

/**
 * Asks the plan. Returns null when the answer has ended, or the failure by which the plan refused before anything was
 * received; then the terminal event is held back, since the chain goes on.
 */
async function* askPlan(
  plan: ChatProvider,
  request: MessageRequest,
  signal: AbortSignal,
): AsyncGenerator<ChainEvent, Failure | null, undefined> {
  yield { kind: 'sourceChosen', source: { payer: 'plan', model: request.model } };
  let accepted = false;
  for await (const event of plan.answer(request, signal)) {
    if (event.kind === 'failed' && refusesPlan(event.failure)) {
      yield { kind: 'planRefused', failure: event.failure };
      if (!accepted) return event.failure;
    }
    if (!accepted && event.kind !== 'failed' && event.kind !== 'stopped') {
      accepted = true;
      yield { kind: 'planAccepted' };
    }
    yield event;
  }
  return null;
}

/** Whether a refusal still stands at `now`. */
export function isInForce(refusal: PlanRefusal | null, now: number): refusal is PlanRefusal {
  return refusal !== null && (refusal.until === null || now < refusal.until);
}
