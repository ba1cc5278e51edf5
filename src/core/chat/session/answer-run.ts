// One answer, from the request to its end, by the rules of who pays. Whoever wants an answer begins a run of its own:
// it is not tied to a conversation that is kept, nor to a page.
import type { Clock, Log } from '../../ports.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import type { Failure } from '../../service/failure/errors.ts';
import { type AnswerTurn, type LeftOut, reduceAnswer } from '../conversation/answer.ts';
import { placedBehind } from '../messages/blocks.ts';
import type { MessageRequest } from '../messages/message.ts';
import { answerThroughChain, type ChainEvent, type Route } from '../providers/fallback-chain.ts';
import type { AskedFrom } from './answer-cost.ts';
import type { Payers } from './payers.ts';

export interface AnswerRequest {
  readonly route: Route;
  /** Null where no model is offered, which is where nothing is connected. */
  readonly request: MessageRequest | null;
  /** What of the conversation is not in it; null where nothing is left out. */
  readonly leftOut: LeftOut | null;
  /** Whose plan is asked, as `Payers.account` names it; undefined for the one that is in use by then. */
  readonly account?: string | null;
}

export type RunEvent =
  /** What the request leaves out; comes first, and only where something is left out. */
  | { readonly kind: 'leftOut'; readonly leftOut: LeftOut }
  /** Who pays, and what the answer says: exactly one terminal event, last. */
  | ChainEvent;

/** Why nobody could be asked where there is no service, as the failure that the answer ends with. */
const nobody: Failure = { kind: 'signedOut' };
const signedOut = { kind: 'failed', failure: nobody } as const;

export class AnswerRun {
  readonly #askedFrom: AskedFrom;
  readonly #payers: Payers;
  /** In use as it began: what is read before anybody is asked takes a while. */
  readonly #account: string | null;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #abort = new AbortController();
  #isSignedOut = false;
  #answer: AnswerTurn;

  /** @param begun what it holds already is continued. */
  constructor(begun: AnswerTurn, askedFrom: AskedFrom, payers: Payers, clock: Clock, log: Log) {
    this.#answer = begun;
    this.#askedFrom = askedFrom;
    this.#payers = payers;
    this.#account = payers.account;
    this.#clock = clock;
    this.#log = log;
  }

  /** As far as it is. */
  get answer(): AnswerTurn {
    return this.#answer;
  }

  /** Ends the answer at once; what arrived is kept. */
  stop(): void {
    this.#abort.abort();
  }

  /**
   * Asks, and tells every event with the answer as it then is. Resolves when the answer has ended and is paid for;
   * never rejects. Called once.
   */
  async run(
    { route, request, leftOut, account = this.#account }: AnswerRequest,
    tell: (event: RunEvent, answer: AnswerTurn) => void,
  ): Promise<void> {
    const begun = this.#answer;
    const { usage } = begun;
    const take = (told: RunEvent, refusedBefore: Failure | null = null): void => {
      const event = this.#isSignedOut && told.kind === 'stopped' ? { ...told, ...signedOut } : told;
      this.#answer = answerAfter(this.#answer, event, refusedBefore, this.#clock.now());
      tell(event, this.#answer);
    };
    if (leftOut !== null) take({ kind: 'leftOut', leftOut });
    const asked = this.#payers.ask(account);
    if (asked === null || request === null) {
      this.#noteUnasked(nobody);
      take({ kind: 'failed', failure: nobody, usage });
      return;
    }
    const { chain, session } = asked;
    const ended = this.#payers.follow(session, this.#askedFrom, begun, () => this.#answer);
    const ignore = this.#payers.onSignedOut(account, () => this.#signOut());
    // Requests note by themselves why they failed; a line is missing only where none was sent.
    let isAsked = false;
    let refusal: Failure | null = null;
    try {
      for await (const event of answerThroughChain(chain, route, request, this.#abort.signal)) {
        this.#payers.learn(event, session);
        isAsked = event.kind === 'sourceChosen' || (isAsked && event.kind !== 'planRefused');
        if (event.kind === 'planRefused') refusal = event.failure;
        if (event.kind === 'failed' && !isAsked && event.failure !== refusal) this.#noteUnasked(event.failure);
        take(inNameOf(session, placedBehind(begun.blocks.length, event)), chain.refusal?.failure);
      }
    } catch (error) {
      this.#log.warn(`An answer ended in a fault of Tidemark: ${String(error)}`);
      take({ kind: 'failed', failure: { kind: 'unexpectedAnswer', what: 'schema' }, usage });
    }
    ignore();
    ended();
  }

  /** The plan of somebody who has left pays no more. */
  #signOut(): void {
    if (this.#answer.source?.payer !== 'plan') return;
    this.#isSignedOut = true;
    this.stop();
  }

  #noteUnasked({ kind }: Failure): void {
    this.#log.warn(`No answer was asked for: ${kind}`);
  }
}

function inNameOf(session: SessionCredentials | null, event: RunEvent): RunEvent {
  if (event.kind !== 'sourceChosen' || event.source.payer !== 'plan' || session === null) return event;
  return { ...event, source: { ...event.source, account: session.account } };
}

/** @param refusedBefore why the plan was not asked this time; null where it was. */
function answerAfter(answer: AnswerTurn, event: RunEvent, refusedBefore: Failure | null, now: number): AnswerTurn {
  switch (event.kind) {
    case 'leftOut':
      return { ...answer, leftOut: event.leftOut };
    case 'sourceChosen': {
      const refusal = event.source.payer === 'apiKey' ? refusedBefore : null;
      return { ...answer, source: event.source, planRefusal: answer.planRefusal ?? refusal };
    }
    case 'planRefused':
      return { ...answer, planRefusal: event.failure, source: null };
    case 'accepted':
      return answer;
    default:
      return reduceAnswer(answer, event, now);
  }
}
