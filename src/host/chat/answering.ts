// Knows how one answer is fetched through the provider chain, and tells and records every step of it; not which
// conversation it belongs to, nor why it was asked for.
import { type AnswerPreferences, createRequest } from '../../core/chat/answer-preferences.ts';
import { type AnswerTurn, type LeftOut, reduceAnswer } from '../../core/chat/conversation.ts';
import { endRecord } from '../../core/chat/conversation-tree.ts';
import type { HistoryRecord } from '../../core/chat/history-record.ts';
import { isCapReached, type KeySpending, tokensSpent } from '../../core/chat/key-spending.ts';
import type { HostMessage } from '../../core/chat/panel-messages.ts';
import { answerThroughChain, type Chain, type ChainEvent, createProvider, isInForce, keyEndpoint, planEndpoint, type PlanRefusal, type Route } from '../../core/chat/providers.ts';
import type { Told } from '../../core/chat/told-messages.ts';
import type { Log } from '../../core/ports.ts';
import type { BoundKey } from '../../core/service/bound-key.ts';
import type { Connection } from '../../core/service/connection.ts';
import type { Failure } from '../../core/service/errors.ts';
import type { Model } from '../../core/service/profile.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';
import { readDailyTokenCap, readFallbackPolicy, readKeyBaseUrl } from '../settings.ts';
import { answerView, progressView, secondsBetween, sourceView, usageView, type Viewer } from './turn-view.ts';

export interface AnsweringParts {
  readonly connection: () => Connection | null;
  readonly session: () => SessionCredentials | null;
  readonly apiKey: () => BoundKey | null;
  readonly keySpending: KeySpending;
  /** When the binding window resets, in milliseconds since the epoch; null where unknown. */
  readonly bindingReset: () => number | null;
  /** Whether answers are on the API key's money from now on. */
  readonly onPayer: (keyPays: boolean) => void;
  /** The service refused the token of this very session. */
  readonly onTokenRefused: (session: SessionCredentials) => void;
  readonly log: Log;
}

/** Where the steps of an answer go, in order. */
export interface AnswerListener {
  readonly tell: (message: HostMessage) => void;
  readonly record: (record: HistoryRecord) => void;
  readonly viewer: () => Viewer;
}

export interface Question {
  readonly route: Route;
  readonly told: Told;
  /** Undefined where none is offered, which is where nothing is connected. */
  readonly model: Model | undefined;
  readonly preferences: AnswerPreferences;
}

/** The answer under way; it joins the conversation when it ends, so that a delta costs the same in a long one. */
export interface Running {
  /** As far as it is; what it held when it began is continued. */
  answer: AnswerTurn;
  readonly abort: AbortController;
}

/** Why nobody could be asked where there is no service, as the failure that the answer ends with. */
const nobody = { kind: 'signedOut' } as const;

export class Answering {
  readonly #parts: AnsweringParts;
  #refusal: PlanRefusal | null = null;
  /** The session whose token was refused: until another is there, nobody counts as signed in. */
  #refused: SessionCredentials | null = null;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
  }

  /** A fresh sign-in, or another service: what refused may accept now (decisions 13). */
  liftRefusal(): void {
    this.#refusal = null;
    this.#parts.onPayer(false);
  }

  get isSignedIn(): boolean {
    const session = this.#parts.session();
    return session !== null && session.businessToken !== this.#refused?.businessToken;
  }

  /** Runs to the end of the answer, which `running` then holds. Never rejects. */
  async run(running: Running, question: Question, listener: AnswerListener): Promise<void> {
    const { usage } = running.answer;
    noteLeftOut(running, question.told.leftOut, listener);
    const connection = this.#parts.connection();
    if (connection === null || question.model === undefined) {
      this.#apply(running, { kind: 'failed', failure: nobody, usage }, listener);
      return;
    }
    try {
      const request = createRequest(question.model, question.preferences, question.told.messages);
      const session = this.#sessionFor(connection);
      const events = answerThroughChain(this.#chain(connection, session), question.route, request, running.abort.signal);
      for await (const event of events) {
        if (event.kind === 'planRefused' && event.failure.kind === 'tokenRefused' && session !== null) this.#refuseToken(session);
        this.#apply(running, event, listener);
      }
    } catch (error) {
      this.#parts.log.warn(`An answer ended in a fault of Tidemark: ${String(error)}`);
      this.#apply(running, { kind: 'failed', failure: { kind: 'unexpectedAnswer', what: 'schema' }, usage }, listener);
    }
    this.#count(running.answer);
  }

  /** What an answer has cost the API key. */
  #count({ source, usage, progress, text, thinking }: AnswerTurn): void {
    if (source?.payer !== 'apiKey') return;
    this.#parts.keySpending.add(tokensSpent(usage, progress.kind === 'done', text.length + thinking.length));
  }

  /** Whoever is signed in to this very service. */
  #sessionFor({ audience }: Connection): SessionCredentials | null {
    const session = this.#parts.session();
    return session?.audience === audience ? session : null;
  }

  #chain(connection: Connection, session: SessionCredentials | null): Chain {
    const key = this.#parts.apiKey();
    const plan = session === null ? null : planEndpoint(connection.profile, session);
    const paid = key === null ? null : keyEndpoint(connection.profile, key, readKeyBaseUrl());
    return {
      plan: plan === null ? null : createProvider(connection, 'plan', plan),
      withoutPlan: { kind: session === null ? 'signedOut' : 'keyNeeded' },
      keyBarred: this.#keyBarred(),
      apiKey: paid === null ? null : createProvider(connection, 'apiKey', paid),
      policy: readFallbackPolicy(),
      refusal: isInForce(this.#refusal, Date.now()) ? this.#refusal : null,
    };
  }

  #keyBarred(): Failure | null {
    const [spent, cap] = [this.#parts.keySpending.today, readDailyTokenCap()];
    return isCapReached(spent, cap) ? { kind: 'dailyCapReached', spent, cap } : null;
  }

  /** Takes one event into the answer, records it and tells it. */
  #apply(running: Running, event: ChainEvent, listener: AnswerListener): void {
    const { tell, record, viewer } = listener;
    const answer = this.#reduce(running.answer, event);
    running.answer = answer;
    const { id } = answer;
    switch (event.kind) {
      case 'sourceChosen':
        if (answer.planRefusal !== null) record({ kind: 'planRefused', id, failure: answer.planRefusal });
        record({ kind: 'source', id, ...event.source });
        if (event.source.payer === 'apiKey') this.#parts.onPayer(true);
        if (answer.planRefusal !== null) tell({ kind: 'turnReplaced', turn: answerView(answer, viewer()) });
        else tell({ kind: 'answerStarted', id, source: sourceView(event.source, viewer()) });
        break;
      case 'started':
        if (answer.source === null) break;
        record({ kind: 'source', id, ...answer.source });
        tell({ kind: 'answerStarted', id, source: sourceView(answer.source, viewer()) });
        break;
      case 'textAdded':
        record({ kind: 'text', id, text: event.text });
        tell({ kind: 'textAppended', id, text: event.text });
        break;
      case 'thinkingAdded':
        record({ kind: 'thinking', id, text: event.text });
        tell({ kind: 'thinkingAppended', id, text: event.text });
        break;
      case 'planRefused':
        this.#refusal = { failure: event.failure, until: this.#parts.bindingReset() };
        this.#parts.log.warn(`The plan refused a prompt: ${event.failure.kind}`);
        break;
      case 'planAccepted':
        this.liftRefusal();
        break;
      case 'done':
      case 'failed':
      case 'stopped':
        tellEnd(answer, listener);
        break;
      case 'blockStarted':
      case 'blockStopped':
      case 'toolInputAdded':
        break;
    }
  }

  /** The session that was asked with; another may be in force by now. */
  #refuseToken(session: SessionCredentials): void {
    this.#refused = session;
    this.#parts.onTokenRefused(session);
  }

  #reduce(answer: AnswerTurn, event: ChainEvent): AnswerTurn {
    switch (event.kind) {
      case 'sourceChosen':
        return { ...answer, source: event.source, planRefusal: answer.planRefusal ?? this.#standingRefusal(event.source.payer) };
      case 'planRefused':
        return { ...answer, planRefusal: event.failure, source: null };
      case 'planAccepted':
        return answer;
      default:
        return reduceAnswer(answer, event, Date.now());
    }
  }

  /** Why the key pays although the plan was not asked this time. */
  #standingRefusal(payer: 'plan' | 'apiKey'): PlanRefusal['failure'] | null {
    return payer === 'apiKey' && isInForce(this.#refusal, Date.now()) ? this.#refusal.failure : null;
  }
}

/** What the model is not told stands on the answer from its beginning. */
function noteLeftOut(running: Running, leftOut: LeftOut | null, { record, tell, viewer }: AnswerListener): void {
  if (leftOut === null) return;
  running.answer = { ...running.answer, leftOut };
  record({ kind: 'leftOut', id: running.answer.id, ...leftOut });
  tell({ kind: 'turnReplaced', turn: answerView(running.answer, viewer()) });
}

function tellEnd(answer: AnswerTurn, { tell, record, viewer }: AnswerListener): void {
  const end = endRecord(answer);
  if (end !== null) record(end);
  const { id, usage, startedAt, endedAt } = answer;
  tell({
    kind: 'answerEnded',
    id,
    progress: progressView(answer, viewer()),
    usage: usageView(usage),
    seconds: secondsBetween(startedAt, endedAt ?? Date.now()),
  });
}
