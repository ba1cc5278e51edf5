// Knows the conversation of this window and runs its answers through the provider chain; not the page that shows it. What
// it tells is facts: every listener may come late and read the whole conversation instead.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { addTurns, type AnswerTurn, type Conversation, createAnswer, emptyConversation, messagesBefore, reduceAnswer, replaceTurn } from '../../core/chat/conversation.ts';
import type { HostMessage } from '../../core/chat/panel-messages.ts';
import { answerThroughChain, type Chain, type ChainEvent, createProvider, isInForce, keyEndpoint, planEndpoint, type PlanRefusal, type Route } from '../../core/chat/providers.ts';
import type { Log } from '../../core/ports.ts';
import type { Connection } from '../../core/service/connection.ts';
import { refusesPlan } from '../../core/service/errors.ts';
import type { Model } from '../../core/service/profile.ts';
import type { Secret } from '../../core/service/secret.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';
import { readFallbackPolicy, readKeyBaseUrl, readMaxTokens, readModelId } from '../settings.ts';
import { answerView, progressView, sourceView, turnView, usageView, type Viewer } from './turn-view.ts';

export interface ChatParts {
  readonly connection: () => Connection | null;
  readonly session: () => SessionCredentials | null;
  readonly apiKey: () => Secret | null;
  /** When the binding window resets, in milliseconds since the epoch; null where unknown. */
  readonly bindingReset: () => number | null;
  /** Whether answers are on the API key's money from now on. */
  readonly onPayer: (keyPays: boolean) => void;
  readonly onAnswerEnded: () => void;
  readonly log: Log;
}

/** The answer under way; it joins the conversation when it ends, so that a delta costs the same in a long one. */
interface Running {
  answer: AnswerTurn;
  readonly abort: AbortController;
}

export class ChatSession implements vscode.Disposable {
  readonly #parts: ChatParts;
  readonly #told = new vscode.EventEmitter<HostMessage>();
  #conversation: Conversation = emptyConversation;
  #running: Running | null = null;
  #refusal: PlanRefusal | null = null;

  readonly onTold = this.#told.event;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  /** The whole conversation for a page that knows nothing yet. */
  shown(draft: string): HostMessage {
    const running = this.#running?.answer;
    const turns = this.#conversation.turns.map((turn) => turnView(turn.id === running?.id ? running : turn, this.#viewer()));
    return { kind: 'conversationShown', turns, draft };
  }

  /** Sends a prompt, unless an answer is running. Never rejects. */
  async send(text: string): Promise<void> {
    if (this.#running !== null || text.trim() === '') return;
    const prompt = { kind: 'prompt' as const, id: randomUUID(), text };
    const answer = createAnswer(randomUUID(), Date.now());
    this.#conversation = addTurns(this.#conversation, prompt, answer);
    this.#told.fire({ kind: 'turnAdded', turn: prompt });
    this.#told.fire({ kind: 'turnAdded', turn: answerView(answer, this.#viewer()) });
    await this.#run(answer, 'byPolicy');
  }

  /** Asks for an answer anew, by the rule or by the way that the person chose. Never rejects. */
  async retry(answerId: string, chosen: 'again' | 'withKey'): Promise<void> {
    const before = this.#conversation.turns.find((turn) => turn.id === answerId);
    if (this.#running !== null || before?.kind !== 'answer') return;
    const answer: AnswerTurn = { ...createAnswer(answerId, Date.now()), planRefusal: chosen === 'withKey' ? refusalOf(before) : null };
    this.#conversation = replaceTurn(this.#conversation, answer);
    this.#told.fire({ kind: 'turnReplaced', turn: answerView(answer, this.#viewer()) });
    const explicit = this.#parts.session() === null ? 'byPolicy' : 'planOnly';
    const keyPaid = before.source?.payer === 'apiKey';
    await this.#run(answer, chosen === 'withKey' || keyPaid ? 'apiKeyOnly' : explicit);
  }

  /** Ends the running answer at once; what arrived is kept. */
  stop(): void {
    this.#running?.abort.abort();
  }

  /** Begins a new conversation. */
  clear(): void {
    this.stop();
    this.#running = null;
    this.#conversation = emptyConversation;
    this.#told.fire(this.shown(''));
  }

  /** A fresh sign-in, or another service: what refused may accept now (decisions 13). */
  liftRefusal(): void {
    this.#refusal = null;
    this.#parts.onPayer(false);
  }

  async #run(answer: AnswerTurn, route: Route): Promise<void> {
    const connection = this.#parts.connection();
    if (connection === null) return;
    const running: Running = { answer, abort: new AbortController() };
    this.#running = running;
    const model = modelOf(connection);
    const request = {
      model: model?.id ?? '',
      maxTokens: Math.min(readMaxTokens(), model?.maxOutput ?? Infinity),
      messages: messagesBefore(this.#conversation, answer.id),
    };
    try {
      for await (const event of answerThroughChain(this.#chain(connection), route, request, running.abort.signal)) {
        if (this.#running !== running) return;
        this.#apply(running, event);
      }
    } catch (error) {
      this.#parts.log.warn(`An answer ended in a fault of Tidemark: ${String(error)}`);
      const failure = { kind: 'unexpectedAnswer', what: 'schema' } as const;
      this.#apply(running, { kind: 'failed', failure, usage: running.answer.usage });
    } finally {
      if (this.#running === running) {
        this.#conversation = replaceTurn(this.#conversation, running.answer);
        this.#running = null;
      }
      this.#parts.onAnswerEnded();
    }
  }

  #chain(connection: Connection): Chain {
    const [session, key] = [this.#parts.session(), this.#parts.apiKey()];
    const plan = session === null ? null : planEndpoint(connection.profile, session);
    const paid = key === null ? null : keyEndpoint(connection.profile, key, readKeyBaseUrl());
    return {
      plan: plan === null ? null : createProvider(connection, 'plan', plan),
      apiKey: paid === null ? null : createProvider(connection, 'apiKey', paid),
      policy: readFallbackPolicy(),
      refusal: isInForce(this.#refusal, Date.now()) ? this.#refusal : null,
    };
  }

  /** Takes one event into the answer and tells it. */
  #apply(running: Running, event: ChainEvent): void {
    const answer = this.#reduce(running.answer, event);
    running.answer = answer;
    const { id } = answer;
    switch (event.kind) {
      case 'sourceChosen':
        if (event.source.payer === 'apiKey') this.#parts.onPayer(true);
        if (answer.planRefusal !== null) this.#told.fire({ kind: 'turnReplaced', turn: answerView(answer, this.#viewer()) });
        else this.#told.fire({ kind: 'answerStarted', id, source: sourceView(event.source, this.#viewer()) });
        break;
      case 'started':
        if (answer.source !== null) this.#told.fire({ kind: 'answerStarted', id, source: sourceView(answer.source, this.#viewer()) });
        break;
      case 'textAdded':
        this.#told.fire({ kind: 'textAppended', id, text: event.text });
        break;
      case 'thinkingAdded':
        this.#told.fire({ kind: 'thinkingAppended', id, text: event.text });
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
        this.#tellEnd(answer);
        break;
      case 'blockStarted':
      case 'blockStopped':
      case 'toolInputAdded':
        break;
    }
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

  #tellEnd(answer: AnswerTurn): void {
    const { id, progress, source, usage, startedAt, endedAt } = answer;
    this.#told.fire({
      kind: 'answerEnded',
      id,
      progress: progressView(progress, source, this.#viewer()),
      usage: usageView(usage),
      seconds: ((endedAt ?? Date.now()) - startedAt) / 1000,
    });
  }

  #viewer(): Viewer {
    return {
      profile: this.#parts.connection()?.profile ?? null,
      circumstances: { hasKey: this.#parts.apiKey() !== null, signedIn: this.#parts.session() !== null },
    };
  }

  dispose(): void {
    this.stop();
    this.#told.dispose();
  }
}

function modelOf({ profile }: Connection): Model | undefined {
  const chosen = readModelId();
  return profile.models.find(({ id }) => id === chosen) ?? profile.models[0];
}

/** That the plan refused this prompt before; other failures are no refusal, and are not called one. */
function refusalOf({ planRefusal, progress }: AnswerTurn): AnswerTurn['planRefusal'] {
  return planRefusal ?? (progress.kind === 'failed' && refusesPlan(progress.failure) ? progress.failure : null);
}
