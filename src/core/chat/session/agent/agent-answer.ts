// An answer that an agent works for: its steps are answers of the plan or the key, each by the same rules as every
// other answer of the window, and what it does between them is asked about, recorded and told as it happens.
import type { Clock, Log } from '../../../ports.ts';
import type { AnswerProgress, AnswerTurn, LeftOut } from '../../conversation/answer.ts';
import { createAnswer } from '../../conversation/answer.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { FileRecord } from '../../conversation/files/file-records.ts';
import type { QuotaReading } from '../../conversation/runs/quota-share.ts';
import { emptyRun, type RunRecord } from '../../conversation/runs/run-state.ts';
import { turnAfter } from '../../conversation/runs/run-turn.ts';
import type { Message, Tool } from '../../messages/message.ts';
import type { AnswerEnd } from '../../messages/stream/stream.ts';
import { type AnswerPreferences, createRequest, readableTokens } from '../../prompt/preferences.ts';
import type { Route } from '../../providers/fallback-chain.ts';
import { AgentRun, type RunEnd } from '../../tools/runs/agent-run.ts';
import { RunBudget } from '../../tools/runs/run-budget.ts';
import { refusesPlan } from '../../../service/failure/errors.ts';
import type { Model } from '../../../service/profile/profile.ts';
import { AnswerRun } from '../answer-run.ts';
import { compact, type CompactionEnd, type CompactionOrder } from '../compaction/compact.ts';
import { type Compactable, RunCompaction } from '../compaction/run-compaction.ts';
import type { Payers } from '../payers.ts';
import type { AgentAnswerPorts } from './agent-answer-ports.ts';
import { agentStep, type Grew, type PayerEvent } from './agent-step.ts';
import { recordedFiles } from './recorded-files.ts';
import { routeOfNextStep } from '../retry-route.ts';
import { QuotaNotes } from './quota-notes.ts';
import { errorName } from '../../../service/failure/error-name.ts';

/** What a run is asked for. */
export interface AgentRequest {
  readonly route: Route;
  /** Undefined where none is offered. */
  readonly model: Model | undefined;
  readonly preferences: AnswerPreferences;
  /** The conversation up to and with the prompt. */
  readonly before: readonly Message[];
  readonly leftOut: LeftOut | null;
  /** See `RunCompaction`. */
  readonly compactable: (Compactable & Pick<CompactionOrder, 'read'>) | null;
}

export type AgentEvent =
  /** A summary of the turns before it is asked for, or that has ended. */
  | { readonly kind: 'compacting'; readonly end: CompactionEnd | null }
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
  readonly #ports: AgentAnswerPorts;
  readonly #recorded: () => Promise<void>;
  readonly #newId: () => string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #abort = new AbortController();
  #answer: AnswerTurn;
  #run: AgentRun | null = null;
  /** Whose plan pays for the whole run, whichever account is in use by then. */
  readonly #account: string | null;
  #compaction: RunCompaction | null = null;
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
    ports: AgentAnswerPorts,
    recorded: () => Promise<void>,
    newId: () => string,
    clock: Clock,
    log: Log,
  ) {
    this.#answer = begun;
    this.#conversationId = conversationId;
    this.#payers = payers;
    this.#account = payers.account;
    this.#ports = ports;
    this.#recorded = recorded;
    this.#newId = newId;
    this.#clock = clock;
    this.#log = log;
  }

  /** As far as it is. */
  get answer(): AnswerTurn {
    return this.#answer;
  }

  /** The last of the turns that a summary is being made of; null where none is. */
  get compacting(): string | null {
    return this.#compaction?.behind ?? null;
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
    const { tools, consent, takeWords, person, keeper, limits, quota } = this.#ports;
    const take = (event: AgentEvent, answer: AnswerTurn): void => {
      this.#answer = answer;
      tell(event, answer);
    };
    if (leftOut !== null) take({ kind: 'leftOut', leftOut }, { ...this.#answer, leftOut });
    const window = model === undefined ? null : readableTokens(model, request.preferences);
    const reading = (): QuotaReading | null => (this.#payers.account === this.#account ? quota.reading() : null);
    const compaction = this.#compactionFor(request, window, take);
    const notes = new QuotaNotes(reading);
    const ports = {
      answer: (messages: readonly Message[], offered: readonly Tool[], signal: AbortSignal, grew: Grew) =>
        this.#step(request, messages, offered, signal, grew, take),
      makeRoom: (isFull: boolean, signal: AbortSignal) =>
        isFull || (leftOut?.turns ?? 0) > 0 ? compaction.makeRoom(signal) : Promise.resolve(null),
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
    const giveBack = await this.#ports.folders.take(this.#abort.signal);
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

  #compactionFor(request: AgentRequest, window: number | null, take: Tell): RunCompaction {
    const { route, model, preferences, compactable } = request;
    const ask = (covered: Conversation, run: AnswerRun): Promise<CompactionEnd> => {
      const tools = this.#ports.tools.map(({ definition }) => definition);
      const ordered = { covered, wish: '', model, preferences: this.#withInstructions(preferences), tools };
      const read = compactable?.read ?? (() => Promise.resolve(null));
      const asked = { route: this.#hasAsked ? routeOfNextStep(route) : route, account: this.#account, read };
      return compact({ ...ordered, ...asked }, run);
    };
    this.#compaction = new RunCompaction(compactable, window, {
      newRun: () => this.#begunRun(createAnswer(this.#newId(), this.#clock.now())),
      ask,
      tell: (end) => take({ kind: 'compacting', end }, this.#answer),
      leftOut: (leftOut) => {
        if (leftOut !== null) take({ kind: 'leftOut', leftOut }, { ...this.#answer, leftOut });
      },
    });
    return this.#compaction;
  }

  #begunRun(answer: AnswerTurn): AnswerRun {
    const askedFrom = { origin: 'agent', conversation: this.#conversationId } as const;
    return new AnswerRun(answer, askedFrom, this.#payers, this.#clock, this.#log);
  }

  #withInstructions(preferences: AnswerPreferences): AnswerPreferences {
    const { instructions } = this.#ports;
    const systemPrompt = [instructions, preferences.systemPrompt].filter((text) => text.trim() !== '').join('\n\n');
    return { ...preferences, systemPrompt };
  }

  async #step(
    { route, model, preferences }: AgentRequest,
    messages: readonly Message[],
    offered: readonly Tool[],
    signal: AbortSignal,
    grew: Grew,
    take: Tell,
  ): Promise<AnswerEnd> {
    const told = this.#withInstructions(preferences);
    const request = model === undefined ? null : createRequest(model, told, messages, offered);
    const one = this.#begunRun(createAnswer(this.#answer.id, this.#clock.now()));
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
    this.#ports.quota.answered();
    return end;
  }
}

const signedOut: RunEnd = { kind: 'failed', failure: { kind: 'signedOut' } };

function isSameSource(one: AnswerTurn['source'], other: AnswerTurn['source']): boolean {
  return one?.payer === other?.payer && one?.model === other?.model && one?.account === other?.account;
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
