// An answer that an agent works for: its steps are answers of the plan or the key, each by the same rules as every
// other answer of the window, and what it does between them is asked about, recorded and told as it happens.
import type { Clock, Log } from '../../../ports.ts';
import type { AnswerProgress, AnswerTurn, LeftOut } from '../../conversation/answer.ts';
import { createAnswer } from '../../conversation/answer.ts';
import type { FileRecord } from '../../conversation/files/file-records.ts';
import type { QuotaReading } from '../../conversation/runs/quota-share.ts';
import { emptyRun, type RunRecord } from '../../conversation/runs/run-state.ts';
import { turnAfter } from '../../conversation/runs/run-turn.ts';
import type { Message, Tool } from '../../messages/message.ts';
import type { AnswerEnd } from '../../messages/stream.ts';
import { type AnswerPreferences, createRequest, readableTokens } from '../../prompt/preferences.ts';
import type { Route } from '../../providers/fallback-chain.ts';
import type { FileKeeper } from '../../restore/file-keeper.ts';
import type { OfferedTool } from '../../tools/calls/offered-tool.ts';
import type { ConsentState } from '../../tools/consent/consent.ts';
import { AgentRun, type RunEnd } from '../../tools/runs/agent-run.ts';
import type { Person } from '../../tools/runs/person.ts';
import type { RunFolders } from '../../tools/runs/run-folders.ts';
import { RunBudget, type RunLimits } from '../../tools/runs/run-budget.ts';
import { refusesPlan } from '../../../service/failure/errors.ts';
import type { Model } from '../../../service/profile/profile.ts';
import { AnswerRun } from '../answer-run.ts';
import type { Payers } from '../payers.ts';
import { agentStep, type Grew, type PayerEvent } from './agent-step.ts';
import { recordedFiles } from './recorded-files.ts';
import { routeOfNextStep } from '../retry-route.ts';
import { QuotaNotes } from './quota-notes.ts';
import { errorName } from '../../../service/failure/error-name.ts';

/** What an agent has to work with, for one conversation. */
export interface AgentMeans {
  readonly tools: readonly OfferedTool[];
  /** The whole of our system prompt. */
  readonly instructions: string;
  /** As it is now. */
  readonly consent: () => ConsentState;
  /** What the person wrote for the run since the last time this was asked. */
  readonly takeWords: () => readonly string[];
  readonly person: Person;
  readonly folders: RunFolders;
  /** Keeps what files hold before they are changed. */
  readonly keeper: FileKeeper;
  readonly limits: RunLimits;
  readonly quota: RunQuota;
}

/** The plan's quota, as a run has it. */
export interface RunQuota {
  /** Of the tightest window, as it was read last; null where unknown. */
  reading(): QuotaReading | null;
  /** An answer of the run was given: the figures may be others now. */
  answered(): void;
}

/** What a run is asked for. */
export interface AgentRequest {
  readonly route: Route;
  /** Undefined where none is offered. */
  readonly model: Model | undefined;
  readonly preferences: AnswerPreferences;
  /** The conversation up to and with the prompt. */
  readonly before: readonly Message[];
  readonly leftOut: LeftOut | null;
}

export type AgentEvent =
  | { readonly kind: 'leftOut'; readonly leftOut: LeftOut }
  | PayerEvent
  | { readonly kind: 'recorded'; readonly record: RunRecord }
  | { readonly kind: 'filesRecorded'; readonly record: FileRecord }
  /** The last event. */
  | { readonly kind: 'ended' };

type Tell = (event: AgentEvent, answer: AnswerTurn) => void;

export class AgentAnswer {
  readonly #conversationId: string;
  readonly #payers: Payers;
  readonly #means: AgentMeans;
  readonly #recorded: () => Promise<void>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #abort = new AbortController();
  #answer: AnswerTurn;
  #run: AgentRun | null = null;
  /** Whose plan pays for the whole run, whichever account is in use by then. */
  readonly #account: string | null;
  #isSignedOut = false;
  #hasAsked = false;

  /**
   * @param begun a run that it holds already goes on
   * @param recorded see `RunPorts`
   */
  constructor(
    begun: AnswerTurn,
    conversationId: string,
    payers: Payers,
    means: AgentMeans,
    recorded: () => Promise<void>,
    clock: Clock,
    log: Log,
  ) {
    this.#answer = begun;
    this.#conversationId = conversationId;
    this.#payers = payers;
    this.#account = payers.account;
    this.#means = means;
    this.#recorded = recorded;
    this.#clock = clock;
    this.#log = log;
  }

  /** As far as it is. */
  get answer(): AnswerTurn {
    return this.#answer;
  }

  /** Ends the run soon; what was done stays done. */
  stop(): void {
    this.#abort.abort();
    this.#run?.stop();
  }

  /** Resolves when the run has ended; never rejects. Called once. */
  async run(request: AgentRequest, tell: Tell): Promise<void> {
    const ignore = this.#payers.onSignedOut(this.#account, () => this.#signOut());
    const { model, before, leftOut } = request;
    const { tools, consent, takeWords, person, keeper, limits, quota } = this.#means;
    const take = (event: AgentEvent, answer: AnswerTurn): void => {
      this.#answer = answer;
      tell(event, answer);
    };
    if (leftOut !== null) take({ kind: 'leftOut', leftOut }, { ...this.#answer, leftOut });
    const window = model === undefined ? null : readableTokens(model, request.preferences);
    const reading = (): QuotaReading | null => (this.#payers.account === this.#account ? quota.reading() : null);
    const notes = new QuotaNotes(reading);
    const ports = {
      answer: (messages: readonly Message[], offered: readonly Tool[], signal: AbortSignal, grew: Grew) =>
        this.#step(request, messages, offered, signal, grew, take),
      record: (record: RunRecord): void => {
        take({ kind: 'recorded', record }, this.#after(record));
        const noted = notes.after(record, this.#answer);
        if (noted !== null) take({ kind: 'recorded', record: noted }, this.#after(noted));
      },
      files: recordedFiles(this.#answer.id, keeper, (record) => take({ kind: 'filesRecorded', record }, this.#answer)),
      recorded: this.#recorded,
      consent,
      takeWords,
      person,
      clock: this.#clock,
      log: this.#log,
    };
    const beganAsPlan = consent().mode === 'plan';
    const budget = new RunBudget(limits, reading);
    const goOn = (): Promise<RunEnd> =>
      this.#runFrom(new AgentRun(ports, before, tools, this.#answer.run ?? emptyRun, budget, window));
    const end = await this.#inFolders(async () => {
      const first = await goOn();
      return this.#isForKey(first) ? await goOn() : first;
    });
    ignore();
    if (end.kind === 'finished' && beganAsPlan && consent().mode === 'plan') {
      const record: RunRecord = { kind: 'planned' };
      take({ kind: 'recorded', record }, this.#after(record));
    }
    const progress = progressAfter(end.kind === 'stopped' && this.#isSignedOut ? signedOut : end);
    take({ kind: 'ended' }, { ...this.#answer, progress, endedAt: this.#clock.now() });
  }

  /** One run at a time works in them. */
  async #inFolders(work: () => Promise<RunEnd>): Promise<RunEnd> {
    const giveBack = await this.#means.folders.take(this.#abort.signal);
    if (giveBack === null) return { kind: 'stopped' };
    try {
      return await work();
    } finally {
      await giveBack();
    }
  }

  async #runFrom(run: AgentRun): Promise<RunEnd> {
    this.#run = run;
    if (this.#abort.signal.aborted) run.stop();
    try {
      return await run.run();
    } catch (error) {
      this.#log.warn(`A run ended in a fault of Tidemark: ${errorName(error)}`);
      return { kind: 'failed', failure: { kind: 'unexpectedAnswer', what: 'schema' } };
    }
  }

  /** Where the plan breaks an answer off, no other takes that one's place, but the key may pay for the next. */
  #isForKey(end: RunEnd): boolean {
    const isRefused = end.kind === 'failed' && refusesPlan(end.failure) && this.#answer.source?.payer !== 'apiKey';
    return isRefused && this.#payers.keyAnswers;
  }

  /**
   * Also where no answer is asked for just now: the next one would be paid by somebody else than the person began with.
   */
  #signOut(): void {
    if (this.#answer.source?.payer === 'apiKey') return;
    this.#isSignedOut = true;
    this.stop();
  }

  /** @param first the one of the run's first request */
  #takeRoute(first: Route): Route {
    const route = this.#hasAsked ? routeOfNextStep(first) : first;
    this.#hasAsked = true;
    return route;
  }

  #after(record: RunRecord): AnswerTurn {
    return { ...turnAfter(this.#answer, record), progress: { kind: 'streaming' } };
  }

  async #step(
    { route, model, preferences }: AgentRequest,
    messages: readonly Message[],
    offered: readonly Tool[],
    signal: AbortSignal,
    grew: Grew,
    take: Tell,
  ): Promise<AnswerEnd> {
    const { instructions } = this.#means;
    const systemPrompt = [instructions, preferences.systemPrompt].filter((text) => text.trim() !== '').join('\n\n');
    const request =
      model === undefined ? null : createRequest(model, { ...preferences, systemPrompt }, messages, offered);
    const step = createAnswer(this.#answer.id, this.#clock.now());
    const askedFrom = { origin: 'agent', conversation: this.#conversationId } as const;
    const one = new AnswerRun(step, askedFrom, this.#payers, this.#clock, this.#log);
    const end = await agentStep(
      one,
      { route: this.#takeRoute(route), request, leftOut: null, account: this.#account },
      signal,
      grew,
      (event) => {
        const { planRefusal } = one.answer;
        // Whoever refuses a later step has paid for those before.
        const hasPaid = (this.#answer.run?.steps.length ?? 0) > 1;
        const source = event.kind === 'sourceChosen' || !hasPaid ? one.answer.source : this.#answer.source;
        const isKnown = event.kind === 'sourceChosen' && isSameSource(this.#answer.source, source);
        if (!isKnown) take(event, { ...this.#answer, source, planRefusal: this.#answer.planRefusal ?? planRefusal });
      },
    );
    this.#means.quota.answered();
    return end;
  }
}

const signedOut: RunEnd = { kind: 'failed', failure: { kind: 'signedOut' } };

function isSameSource(one: AnswerTurn['source'], other: AnswerTurn['source']): boolean {
  return one?.payer === other?.payer && one?.model === other?.model;
}

function progressAfter(end: RunEnd): AnswerProgress {
  switch (end.kind) {
    case 'finished':
      return { kind: 'done', stopReason: end.stopReason };
    case 'stopped':
    case 'limitReached':
    case 'repeatedFailure':
      return { kind: 'stopped' };
    case 'failed':
      return { kind: 'failed', failure: end.failure };
  }
}
