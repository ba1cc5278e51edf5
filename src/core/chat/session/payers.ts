// Who pays for an answer: the plan, or the API key where the plan refuses and the person allows it. One object for all
// of a window's answers, whoever asks for them, so that a refusal is remembered and the day's cap is counted once.
// @see docs/decisions.md#13
import type { Clock } from '../../ports.ts';
import type { BoundKey } from '../../service/credentials/credential.ts';
import { isSameSession, type SessionCredentials } from '../../service/credentials/session-credentials.ts';
import type { Failure } from '../../service/failure/errors.ts';
import type { Connection } from '../../service/http/connection.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import {
  type Chain,
  type ChainEvent,
  type ChatProvider,
  createProvider,
  type FallbackPolicy,
  keyEndpoint,
  type Payer,
  planEndpoint,
} from '../providers/fallback-chain.ts';
import type { MessageEndpoint } from '../messages/request.ts';
import type { ModelLimits } from '../providers/model-limits.ts';
import { throughPauses } from '../providers/paused-turns.ts';
import { withinLimits } from '../providers/within-limits.ts';
import { type PlanRefusal, RefusalMemory } from '../providers/plan-refusal.ts';
import { tokensIn } from '../../usage/counted-answer.ts';
import { type AnswerCounts, type AskedFrom, costSince, isCapReached } from './answer-cost.ts';

/** What the person allows the API key. */
export interface KeyRules {
  readonly policy: FallbackPolicy;
  /** Tokens; 0 for no cap. */
  readonly dailyCap: number;
  /** Another host for the key than the profile's; null for none. */
  readonly baseUrl: string | null;
}

/** What decides who pays; each is read whenever an answer is asked for. */
export interface PayerPorts {
  readonly connection: () => Connection | null;
  /** The session in use in this window. */
  readonly session: () => SessionCredentials | null;
  /** The session of this account, in use or not; null where it is not signed in. */
  readonly sessionOf: (account: string) => SessionCredentials | null;
  /** Whether a person has ended this account's sign-in: one that has expired is none the less one. */
  readonly isSignedOut: (account: string) => boolean;
  readonly apiKey: () => BoundKey | null;
  readonly counts: AnswerCounts;
  readonly limits: ModelLimits;
  readonly keyRules: () => KeyRules;
  /** Whether the account that is signed in is known to have no plan. */
  readonly hasNoPlan: () => boolean;
  /** When the binding window of the session in use resets, in milliseconds since the epoch; null where unknown. */
  readonly bindingReset: () => number | null;
  /** When the limits of the session in use were last read as not used up; null where they are, or are not known. */
  readonly roomSeenAt: () => number | null;
  /** Whether answers are on the API key's money from now on. */
  readonly onPayer: (keyPays: boolean) => void;
  /** The service refused the token of this very session. */
  readonly onTokenRefused: (session: SessionCredentials) => void;
  readonly clock: Clock;
}

/** Whom one answer is asked of, and in whose name. */
export interface AskedPayers {
  readonly chain: Chain;
  readonly session: SessionCredentials | null;
}

interface SignOutListener {
  /** Whose plan pays for what listens. */
  readonly account: string;
  readonly onSignedOut: () => void;
}

export class Payers {
  readonly #ports: PayerPorts;
  readonly #refusal = new RefusalMemory();
  /** What answers under way have cost the key so far. */
  readonly #underWay = new Set<() => number>();
  readonly #signOuts = new Set<SignOutListener>();
  /** The session whose token was refused: until another is there, nobody counts as signed in. */
  #refused: SessionCredentials | null = null;

  constructor(ports: PayerPorts) {
    this.#ports = ports;
  }

  /** False also where the service takes the session's token no more. */
  get isSignedIn(): boolean {
    const session = this.#ports.session();
    return session !== null && !isSameSession(session, this.#refused);
  }

  /** Whether an explicit retry has a plan to ask, which may take the token again. */
  get hasSession(): boolean {
    return this.#ports.session() !== null;
  }

  get hasKey(): boolean {
    return this.#ports.apiKey() !== null;
  }

  /**
   * Whether the key answers by itself wherever the plan refuses: it may, it has an address, and its day's cap is not
   * reached.
   */
  get keyAnswers(): boolean {
    const asked = this.ask();
    if (asked === null) return false;
    const { apiKey, keyBarred, policy } = asked.chain;
    return apiKey !== null && keyBarred() === null && policy === 'always';
  }

  /** The key that answers only where the person says so; null where there is none. */
  get keyNeedingConsent(): BoundKey | null {
    const asked = this.ask();
    return asked !== null && asked.chain.apiKey !== null && asked.chain.policy === 'ask' ? this.#ports.apiKey() : null;
  }

  /** Whether the key has spent what it may in a day. */
  get isKeyBarred(): boolean {
    return this.#keyBarred(this.#ports.keyRules().dailyCap) !== null;
  }

  /** Tokens that the key which pays now has paid for today, those of answers under way not among them. */
  get keySpentToday(): number {
    const key = this.#ports.apiKey();
    return key === null ? 0 : this.#ports.counts.keyTokensToday(key.receiver);
  }

  /** Signed in with an account whose plan takes no messages. */
  get needsKey(): boolean {
    const connection = this.#ports.connection();
    const session = this.#ports.session();
    return connection !== null && session !== null && planEndpoint(connection.profile, session) === null;
  }

  /** Whose plan pays for what is asked now, as `SessionCredentials.account` names it; null where nobody's does. */
  get account(): string | null {
    return this.#ports.session()?.account ?? null;
  }

  /**
   * Somebody signed in or out, another account is in use, or the service is another: what the plan refused before it
   * may accept now.
   */
  sessionChanged(): void {
    const { isSignedOut } = this.#ports;
    const session = this.#ports.session();
    for (const listener of this.#signOuts) {
      if (isSignedOut(listener.account) && this.#signOuts.delete(listener)) listener.onSignedOut();
    }
    this.#refusal.forgetWhere(isSignedOut);
    if (session !== null && this.#refusalOf(session) === null) this.#ports.onPayer(false);
  }

  /** Calls back, once, where this account signs out; not any more after the returned function was called. */
  onSignedOut(account: string | null, action: () => void): () => void {
    if (account === null) return () => undefined;
    const listener: SignOutListener = { account, onSignedOut: action };
    this.#signOuts.add(listener);
    return () => void this.#signOuts.delete(listener);
  }

  /** An API key was set or removed. */
  keyChanged(): void {
    if (!this.hasKey) this.#ports.onPayer(false);
  }

  /**
   * Whom an answer is asked of now; null where nothing is connected.
   *
   * @param account whose plan it is, whichever is in use; null for nobody's
   */
  ask(account = this.account): AskedPayers | null {
    const connection = this.#ports.connection();
    if (connection === null) return null;
    const stored = account === null ? null : this.#ports.sessionOf(account);
    // Whoever is signed in to another service is nobody here.
    const session = stored?.audience === connection.audience ? stored : null;
    return { chain: this.#chain(connection, session), session };
  }

  #chain(connection: Connection, session: SessionCredentials | null): Chain {
    const { policy, dailyCap, baseUrl } = this.#ports.keyRules();
    const key = this.#ports.apiKey();
    const plan = session === null ? null : planEndpoint(connection.profile, session);
    const paid = key === null ? null : keyEndpoint(connection, key, baseUrl);
    return {
      plan: plan === null ? null : this.#provider(connection, 'plan', plan),
      hasNoPlan: session?.account === this.account && this.#ports.hasNoPlan(),
      withoutPlan: { kind: session === null ? 'signedOut' : 'keyNeeded' },
      keyBarred: () => this.#keyBarred(dailyCap),
      apiKey: paid === null ? null : this.#provider(connection, 'apiKey', paid),
      policy,
      refusal: this.#refusalOf(session),
    };
  }

  #refusalOf(session: SessionCredentials | null): PlanRefusal | null {
    const { clock, roomSeenAt } = this.#ports;
    return this.#refusal.of(session, clock.now(), session?.account === this.account ? roomSeenAt() : null);
  }

  #provider(connection: Connection, payer: Payer, endpoint: MessageEndpoint): ChatProvider {
    const { limits } = this.#ports;
    return throughPauses(withinLimits(createProvider(connection, payer, endpoint), connection.audience, limits));
  }

  #keyBarred(cap: number): Failure | null {
    const spent = [...this.#underWay].reduce((sum, cost) => sum + cost(), this.keySpentToday);
    return isCapReached(spent, cap) ? { kind: 'dailyCapReached', spent, cap } : null;
  }

  /** Learns from what came of asking: a refusal holds until it is lifted, and a person sees who pays. */
  learn(event: ChainEvent, session: SessionCredentials | null): void {
    switch (event.kind) {
      case 'accepted':
        if (event.payer === 'plan' && session !== null) this.#refusal.lift(session);
        this.#ports.onPayer(event.payer === 'apiKey');
        return;
      case 'planRefused':
        if (session !== null) this.#rememberRefusal(event.failure, session);
        return;
      default:
    }
  }

  /** The session that was asked with; another may have taken its place by now. */
  #rememberRefusal(failure: Failure, session: SessionCredentials): void {
    const { bindingReset, clock } = this.#ports;
    // Of an account that is in use no more it is not known when its limit resets, so that it is asked again.
    if (session.account === this.account)
      this.#refusal.remember({ failure, until: bindingReset() }, session, clock.now());
    if (failure.kind !== 'tokenRefused') return;
    this.#refused = session;
    this.#ports.onTokenRefused(session);
  }

  /**
   * Follows what an answer costs until the returned function is called, which is when it has ended and is counted for
   * good. What it costs the API key counts towards the cap meanwhile.
   *
   * @param session in whose name the plan was asked
   * @param answer as it is now.
   */
  follow(
    session: SessionCredentials | null,
    { origin, conversation }: AskedFrom,
    begun: AnswerTurn,
    answer: () => AnswerTurn,
  ): () => void {
    // By the time that the answer has ended, another key may be the one that pays.
    const key = this.#ports.apiKey();
    const keyTokens = (): number => {
      const now = answer();
      return now.source?.payer === 'apiKey' ? tokensIn(costSince(begun, now)) : 0;
    };
    this.#underWay.add(keyTokens);
    return () => {
      this.#underWay.delete(keyTokens);
      const ended = answer();
      const cost = costSince(begun, ended);
      if (ended.source === null || tokensIn(cost) === 0) return;
      const { payer, model } = ended.source;
      const account = payer === 'plan' ? (session?.account ?? null) : null;
      const receiver = payer === 'plan' ? session?.audience : key?.receiver;
      if (receiver !== undefined)
        this.#ports.counts.add({ payer, receiver, account, model, origin, conversation, ...cost });
    };
  }
}
